#include "engine/kernels/matmul.h"

#include "engine/kernels/cuda/narrow.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

Product sizes(int64_t M, int64_t N, int64_t K) {
  Product p;
  p.M = M, p.N = N, p.K = K;
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

// Rounding the factors costs less than it gains, and rows begin where units of matrices can read them.
bool worth_narrowing(const Device& device, const Product& p, DType sums) {
  constexpr int64_t kLeast = 64;
  const int64_t row_a = p.transpose_a ? p.M : p.K, row_b = p.transpose_b ? p.K : p.N;
  return sums != DType::kFloat64 && std::min({p.M, p.N, p.K}) >= kLeast && row_a % kUnit == 0 &&
         row_b % kUnit == 0 && gpu_of(device).backend->narrows();
}

// Products of a, b and bias, each as it is or in another type, whichever way they are multiplied.
struct Operands {
  Tensor a, b, bias;

  Operands(const Device& device, Product& p, const Tensor& from_a, const Tensor& from_b, const Tensor& c,
           const Tensor& from_bias)
      : a(in_type(device, from_a, p.factors)), b(in_type(device, from_b, p.factors)) {
    p.sums = c.dtype();
    if (from_bias.defined()) bias = in_type(device, from_bias, p.sums);
    p.a = a.raw(), p.b = b.raw(), p.c = c.raw(), p.bias = bias.raw();
  }
};

// c (+)= a b, then the bias and ReLU. The library of products takes no sizes of zero, and in float64 neither
// bias nor activation.
void multiply(const Device& device, Product p, const Tensor& a, const Tensor& b, const Tensor& c,
              const Tensor& bias = {}) {
  for (int64_t size : {p.M, p.N, p.K}) gpu_of(device).note(size);
  if (p.M == 0 || p.N == 0 || (p.K == 0 && p.add)) return;
  const bool narrow = worth_narrowing(device, p, c.dtype());
  if (!narrow && is_narrow(c)) {
    const Tensor wide = in_type(device, c, DType::kFloat32);
    multiply(device, p, a, b, wide, bias);
    return accumulate_narrow(device, wide, c, false);
  }
  p.factors = narrow ? DType::kBFloat16 : c.dtype();
  const Operands operands(device, p, a, b, c, bias);
  if (p.K > 0 && (p.sums != DType::kFloat64 || (!p.bias && !p.relu)))
    return gpu_of(device).backend->multiply(p);
  const Product asked = p;
  p.bias = nullptr;
  p.relu = false;
  if (p.K > 0) gpu_of(device).backend->multiply(p);
  dispatch(p.sums, [&]<class T>(T) {
    end_of<T>(device, p.M * p.N, p.N, p.K > 0, pointer_or_null<T>(operands.bias), pointer<T>(c), asked.relu);
  });
}

// The library of products reads weights as they are.
Tensor pack(const Device&, const Tensor&, Allocator&) {
  return {};
}

void linear(const Device& device, const Tensor& x, const Tensor& W, const Tensor&, const Tensor& b,
            Activation f, const Tensor& y) {
  Product p = sizes(x.shape().rows(), y.shape().columns(), x.shape().columns());
  p.transpose_b = true;
  p.relu = f == Activation::kRelu;
  multiply(device, p, x, W, y, b);
  if (f > Activation::kRelu) device.kernels->elementwise.activate(device, f, y, y);
}

void linear_dx(const Device& device, const Tensor& dy, const Tensor& W, const Tensor& dx, bool add) {
  Product p = sizes(dy.shape().rows(), W.size(1), W.size(0));
  p.add = add;
  multiply(device, p, dy, W, dx);
}

void linear_dW(const Device& device, const Tensor& dy, const Tensor& x, const Tensor& dW, bool add) {
  Product p = sizes(dW.size(0), dW.size(1), dy.shape().rows());
  p.transpose_a = true;
  p.add = add;
  multiply(device, p, dy, x, dW);
}

template <class T>
void linear_db_of(const Device& device, int64_t N, int64_t O, const T* dy, T* db, bool add) {
  sum_columns<T>(device, N, O, db, add, [=] HEED_DEVICE(int64_t n, int64_t o) { return dy[n * O + o]; });
}

void linear_db(const Device& device, const Tensor& dy, const Tensor& db, bool add) {
  if (is_narrow(dy)) return sum_of_rows_narrow(device, dy, db, add);
  dispatch(db.dtype(), [&]<class T>(T) {
    linear_db_of<T>(device, dy.shape().rows(), dy.shape().columns(), pointer<T>(dy), pointer<T>(db), add);
  });
}

// Whether all three products of a layer are worth it.
bool narrows(const Device& device, const Tensor& x, const Tensor& W) {
  const int64_t N = x.shape().rows(), I = W.size(1), O = W.size(0);
  Product forward = sizes(N, O, I);
  forward.transpose_b = true;
  return worth_narrowing(device, forward, W.dtype()) && worth_narrowing(device, sizes(N, I, O), W.dtype());
}

}  // namespace

MatmulKernels matmul_kernels() {
  return {pack, linear, linear_dx, linear_dW, linear_db, narrows};
}

}  // namespace heed::cuda
