#include "engine/kernels/matmul.h"

#include "engine/kernels/cuda/bfloat16.h"
#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

Product product(const Tensor& c, int64_t M, int64_t N, int64_t K, const Tensor& a, const Tensor& b) {
  Product p;
  p.type = c.dtype();
  p.M = M, p.N = N, p.K = K;
  p.a = a.raw(), p.b = b.raw(), p.c = c.raw();
  return p;
}

// c = f(sums + bias), sums those in c, or zeros.
template <class T>
void end_of(const Device& device, int64_t count, int64_t N, bool sums, const T* bias, T* c, bool relu) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    const T value = (sums ? c[i] : T(0)) + (bias ? bias[i % N] : T(0));
    c[i] = relu && value < T(0) ? T(0) : value;
  });
}

// Of a multiple of kUnit numbers.
Tensor in_bfloat16(const Device& device, const void* x, int64_t count) {
  Tensor narrow({count}, DType::kBFloat16, *device.memory);
  const auto* from = static_cast<const float*>(on_card(x));
  auto* to = static_cast<NarrowUnit*>(on_card(narrow.raw()));
  for_elements(device, count / kUnit,
               [=] HEED_DEVICE(int64_t u) { to[u] = narrowed(read_unit(from + u * kUnit)); });
  return narrow;
}

// Rounding the factors costs less than it gains, and rows begin where units of matrices can read them.
bool worth_narrowing(const Device& device, const Product& p) {
  constexpr int64_t kLeast = 64;
  const int64_t row_a = p.transpose_a ? p.M : p.K, row_b = p.transpose_b ? p.K : p.N;
  return p.type == DType::kFloat32 && std::min({p.M, p.N, p.K}) >= kLeast && row_a % kUnit == 0 &&
         row_b % kUnit == 0 && card_of(device).backend->narrows();
}

// The library of products takes no sizes of zero, and in float64 neither bias nor activation.
void multiply(const Device& device, Product p) {
  for (int64_t size : {p.M, p.N, p.K}) card_of(device).note(size);
  if (p.M == 0 || p.N == 0 || (p.K == 0 && p.add)) return;
  if (worth_narrowing(device, p)) {
    const Tensor a = in_bfloat16(device, p.a, p.M * p.K), b = in_bfloat16(device, p.b, p.K * p.N);
    p.narrow = true, p.a = a.raw(), p.b = b.raw();
    return card_of(device).backend->multiply(p);
  }
  if (p.K > 0 && (p.type == DType::kFloat32 || (!p.bias && !p.relu)))
    return card_of(device).backend->multiply(p);
  const Product asked = p;
  p.bias = nullptr;
  p.relu = false;
  if (p.K > 0) card_of(device).backend->multiply(p);
  dispatch(p.type, [&]<class T>(T) {
    const T* bias = asked.bias ? static_cast<const T*>(on_card(asked.bias)) : nullptr;
    end_of<T>(device, p.M * p.N, p.N, p.K > 0, bias, static_cast<T*>(on_card(p.c)), asked.relu);
  });
}

// The library of products reads weights as they are.
Tensor pack(const Device&, const Tensor&, Allocator&) {
  return {};
}

void linear(const Device& device, const Tensor& x, const Tensor& W, const Tensor&, const Tensor& b,
            Activation f, const Tensor& y) {
  Product p = product(y, x.shape().rows(), y.shape().columns(), x.shape().columns(), x, W);
  p.transpose_b = true;
  p.bias = b.defined() ? b.raw() : nullptr;
  p.relu = f == Activation::kRelu;
  multiply(device, p);
  if (f > Activation::kRelu) device.kernels->elementwise.activate(device, f, y, y);
}

void linear_dx(const Device& device, const Tensor& dy, const Tensor& W, const Tensor& dx, bool add) {
  Product p = product(dx, dy.shape().rows(), W.size(1), W.size(0), dy, W);
  p.add = add;
  multiply(device, p);
}

void linear_dW(const Device& device, const Tensor& dy, const Tensor& x, const Tensor& dW, bool add) {
  Product p = product(dW, dW.size(0), dW.size(1), dy.shape().rows(), dy, x);
  p.transpose_a = true;
  p.add = add;
  multiply(device, p);
}

template <class T>
void linear_db_of(const Device& device, int64_t N, int64_t O, const T* dy, T* db, bool add) {
  sum_columns<T>(device, N, O, db, add, [=] HEED_DEVICE(int64_t n, int64_t o) { return dy[n * O + o]; });
}

void linear_db(const Device& device, const Tensor& dy, const Tensor& db, bool add) {
  dispatch(db.dtype(), [&]<class T>(T) {
    linear_db_of<T>(device, dy.shape().rows(), dy.shape().columns(), pointer<T>(dy), pointer<T>(db), add);
  });
}

}  // namespace

MatmulKernels matmul_kernels() {
  return {pack, linear, linear_dx, linear_dW, linear_db};
}

}  // namespace heed::cuda
