// Products by cuBLASLt. It thinks in columns: the row-major C = A B is its Cᵀ = Bᵀ Aᵀ, so B comes first,
// nothing is laid out anew, and its bias per row of Cᵀ is ours per column of C.
#include "engine/kernels/cuda/runtime.h"

namespace heed::cuda {
namespace {

constexpr size_t kWorkspace = size_t{32} << 20;

cudaDataType_t type_of(DType type) {
  if (type == DType::kBFloat16) return CUDA_R_16BF;
  return type == DType::kFloat64 ? CUDA_R_64F : CUDA_R_32F;
}

cublasComputeType_t compute_type_of(const Product& p, Precision precision) {
  if (p.sums == DType::kFloat64) return CUBLAS_COMPUTE_64F;
  if (p.factors == DType::kBFloat16) return CUBLAS_COMPUTE_32F;
  if (precision == Precision::kTf32) return CUBLAS_COMPUTE_32F_FAST_TF32;
  return precision == Precision::kBFloat16 ? CUBLAS_COMPUTE_32F_FAST_16BF : CUBLAS_COMPUTE_32F;
}

template <class T>
void set(cublasLtMatmulDesc_t descriptor, cublasLtMatmulDescAttributes_t what, const T& value) {
  expect(cublasLtMatmulDescSetAttribute(descriptor, what, &value, sizeof value), "describing a product");
}

// Describes `batch` matrices, each of which lies as `rows` rows of `columns` numbers.
cublasLtMatrixLayout_t layout(cudaDataType_t type, int64_t rows, int64_t columns, int64_t batch) {
  cublasLtMatrixLayout_t made = nullptr;
  expect(cublasLtMatrixLayoutCreate(&made, type, static_cast<uint64_t>(columns), static_cast<uint64_t>(rows),
                                    columns),
         "describing a matrix");
  auto say = [&](cublasLtMatrixLayoutAttribute_t what, const auto& value) {
    expect(cublasLtMatrixLayoutSetAttribute(made, what, &value, sizeof value), "describing a batch");
  };
  if (batch > 1) {
    say(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, static_cast<int32_t>(batch));
    say(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, int64_t{rows * columns});
  }
  return made;
}

cublasLtEpilogue_t epilogue_of(const Product& p) {
  if (p.bias) return p.relu ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_BIAS;
  return p.relu ? CUBLASLT_EPILOGUE_RELU : CUBLASLT_EPILOGUE_DEFAULT;
}

// Numbers that are read four at a time must lie at multiples of 16, in every matrix of a batch. Multiples of
// 64 are as good as any, and what all of an arena's tensors have: wherever in it a step's memory lies, the
// plan is the same, and so are the bits of a run that was resumed.
int alignment_of(const Product& p) {
  uintptr_t bits = reinterpret_cast<uintptr_t>(p.a) | reinterpret_cast<uintptr_t>(p.b) |
                   reinterpret_cast<uintptr_t>(p.c) | reinterpret_cast<uintptr_t>(p.bias);
  if (p.batch > 1) {
    for (int64_t numbers : {p.M * p.K, p.K * p.N})
      bits |= static_cast<uintptr_t>(numbers) * size_of(p.factors);
    bits |= static_cast<uintptr_t>(p.M * p.N) * size_of(p.sums);
  }
  int aligned = 64;
  while (bits % static_cast<uintptr_t>(aligned) != 0) aligned /= 2;
  return aligned;
}

std::string key_of(const Product& p) {
  std::string key;
  for (int64_t part : {p.M, p.N, p.K, int64_t{p.transpose_a}, int64_t{p.transpose_b}, int64_t{p.add},
                       int64_t{p.relu}, int64_t{p.bias != nullptr}, static_cast<int64_t>(p.factors),
                       static_cast<int64_t>(p.sums), p.batch, int64_t{alignment_of(p)}})
    key += std::to_string(part) + " ";
  return key;
}

}  // namespace

void expect(cublasStatus_t status, const char* doing) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  expect(cudaFree(nullptr), doing);  // of a GPU that is lost CUDA says more
  fail("[cuda] ", doing, ": ", cublasLtGetStatusString(status), ".");
}

struct Products::Plan {
  cublasLtMatmulDesc_t descriptor = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;
  cublasLtMatmulAlgo_t algorithm{};

  Plan(const Product& p, Precision precision) {
    const cudaDataType_t factors = type_of(p.factors), sums = type_of(p.sums);
    const cudaDataType_t scale = p.sums == DType::kFloat64 ? CUDA_R_64F : CUDA_R_32F;
    expect(cublasLtMatmulDescCreate(&descriptor, compute_type_of(p, precision), scale),
           "describing a product");
    set(descriptor, CUBLASLT_MATMUL_DESC_TRANSA, p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(descriptor, CUBLASLT_MATMUL_DESC_TRANSB, p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(descriptor, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue_of(p));
    if (p.bias) {
      set(descriptor, CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias);
      set(descriptor, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, static_cast<int32_t>(sums));
    }
    b = p.transpose_b ? layout(factors, p.N, p.K, p.batch) : layout(factors, p.K, p.N, p.batch);
    a = p.transpose_a ? layout(factors, p.K, p.M, p.batch) : layout(factors, p.M, p.K, p.batch);
    c = layout(sums, p.M, p.N, p.batch);
  }
  ~Plan() {
    for (cublasLtMatrixLayout_t matrix : {a, b, c}) cublasLtMatrixLayoutDestroy(matrix);
    cublasLtMatmulDescDestroy(descriptor);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  void choose(cublasLtHandle_t handle, int aligned) {
    cublasLtMatmulPreference_t wishes = nullptr;
    expect(cublasLtMatmulPreferenceCreate(&wishes), "choosing a way to multiply");
    auto wish = [&](cublasLtMatmulPreferenceAttributes_t what, const auto& value) {
      expect(cublasLtMatmulPreferenceSetAttribute(wishes, what, &value, sizeof value),
             "choosing a way to multiply");
    };
    wish(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, uint64_t{kWorkspace});
    for (auto what : {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
                      CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
      wish(what, static_cast<uint32_t>(aligned));
    cublasLtMatmulHeuristicResult_t best{};
    int found = 0;
    const cublasStatus_t status =
        cublasLtMatmulAlgoGetHeuristic(handle, descriptor, b, a, c, c, wishes, 1, &best, &found);
    cublasLtMatmulPreferenceDestroy(wishes);
    expect(found > 0 ? status : CUBLAS_STATUS_NOT_SUPPORTED, "choosing a way to multiply");
    algorithm = best.algo;
  }
};

Products::Products(Precision precision) : precision_(precision) {
  expect(cublasLtCreate(&handle_), "opening cuBLASLt");
  expect(cudaMalloc(&workspace_, kWorkspace), "asking for the workspace of products");
}

Products::~Products() {
  plans_.clear();
  cudaFree(workspace_);
  cublasLtDestroy(handle_);
}

Products::Plan& Products::plan_of(const Product& p) {
  std::unique_ptr<Plan>& plan = plans_[key_of(p)];
  if (!plan) {
    auto made = std::make_unique<Plan>(p, precision_);
    made->choose(handle_, alignment_of(p));
    plan = std::move(made);
  }
  if (p.bias) set(plan->descriptor, CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias);
  return *plan;
}

void Products::multiply(const Product& p, cudaStream_t stream) {
  Plan& plan = plan_of(p);
  const float one = 1, beta = p.add ? 1.0f : 0.0f;
  const double one_in_double = 1, beta_in_double = p.add ? 1.0 : 0.0;
  const bool in_double = p.sums == DType::kFloat64;
  const void* alpha_at = in_double ? static_cast<const void*>(&one_in_double) : &one;
  const void* beta_at = in_double ? static_cast<const void*>(&beta_in_double) : &beta;
  expect(cublasLtMatmul(handle_, plan.descriptor, alpha_at, p.b, plan.b, p.a, plan.a, beta_at, p.c, plan.c,
                        p.c, plan.c, &plan.algorithm, workspace_, kWorkspace, stream),
         "multiplying matrices");
}

}  // namespace heed::cuda
