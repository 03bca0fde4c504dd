#include "engine/kernels/matmul.h"

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/product.h"
#include "engine/kernels/cpu/scratch.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

Tensor pack(const Device&, const Tensor& W, Allocator& memory) {
  const int64_t O = W.size(0), I = W.size(1);
  Tensor panels;
  dispatch(W.dtype(), [&]<class T>(T) {
    panels = Tensor({packed_size<T>(I, O)}, W.dtype(), memory);
    pack_panels<T>(I, O, pointer<T>(W), 1, I, pointer<T>(panels));
  });
  return panels;
}

// Σ a b, in an order that depends on the count alone.
template <class T>
T dot(const T* a, const T* b, int64_t count) {
  using S = Simd<T>;
  LaneSums<T> sums;
  int64_t i = 0;
  for (; i + sums.kLanes <= count; i += sums.kLanes)
    sums.add([&](int lane) { return S::load(a + i + lane) * S::load(b + i + lane); });
  T total = sums.total();
  for (; i < count; ++i) total += a[i] * b[i];
  return total;
}

constexpr int64_t kFewRows = 4, kLargeWeight = 1 << 20;

// y [N, O] = x [N, I] Wᵀ + b from W as it is; W is read once.
template <class T>
void dots(const Device& device, int64_t N, int64_t O, int64_t I, const T* x, const T* W, const T* bias,
          T* y) {
  parallel_for(device.threads, O, grain_of(N * I), [&](int64_t first, int64_t last) {
    for (int64_t o = first; o < last; ++o)
      for (int64_t n = 0; n < N; ++n) y[n * O + o] = (bias ? bias[o] : T(0)) + dot(x + n * I, W + o * I, I);
  });
}

void linear(const Device& device, const Tensor& x, const Tensor& W, const Tensor& packed, const Tensor& b,
            Activation f, const Tensor& y) {
  if (packed.defined() && packed.dtype() == DType::kInt8)
    return device.kernels->int8.linear(device, x, packed, b, f, y);
  const int64_t N = x.shape().rows(), I = x.shape().columns(), O = y.shape().columns();
  dispatch(x.dtype(), [&]<class T>(T) {
    // A panel would be nearly empty, or laying out the weight would take longer than the product.
    const bool few = N <= kFewRows && I * O >= kLargeWeight && !packed.defined();
    if (O == 1 || few) {
      const T* bias = b.defined() ? pointer<T>(b) : nullptr;
      dots<T>(device, N, O, I, pointer<T>(x), pointer<T>(W), bias, pointer<T>(y));
      if (f != Activation::kNone) device.kernels->elementwise.activate(device, f, y, y);
      return;
    }
    const T* panels = packed.defined() ? pointer<T>(packed) : nullptr;
    if (!panels) {
      T* room = scratch<T>(packed_size<T>(I, O));
      pack_panels<T>(I, O, pointer<T>(W), 1, I, room);
      panels = room;
    }
    product<T>(device, N, O, I, {pointer<T>(x), I, 1}, panels, pointer<T>(y),
               {b.defined() ? pointer<T>(b) : nullptr, f, false});
  });
  // Small layers: their products stay small, and the activation comes after.
  if (kForwardOnly && f > Activation::kRelu) device.kernels->elementwise.activate(device, f, y, y);
}

void linear_dx(const Device& device, const Tensor& dy, const Tensor& W, const Tensor& dx, bool add) {
  const int64_t N = dy.shape().rows(), O = W.size(0), I = W.size(1);
  dispatch(dx.dtype(), [&]<class T>(T) {
    T* panels = scratch<T>(packed_size<T>(O, I));
    pack_panels<T>(O, I, pointer<T>(W), I, 1, panels);
    product<T>(device, N, I, O, {pointer<T>(dy), O, 1}, panels, pointer<T>(dx),
               {nullptr, Activation::kNone, add});
  });
}

void linear_dW(const Device& device, const Tensor& dy, const Tensor& x, const Tensor& dW, bool add) {
  const int64_t N = dy.shape().rows(), O = dW.size(0), I = dW.size(1);
  dispatch(dW.dtype(), [&]<class T>(T) {
    T* panels = scratch<T>(packed_size<T>(N, I));
    pack_panels<T>(N, I, pointer<T>(x), I, 1, panels);
    product<T>(device, O, I, N, {pointer<T>(dy), 1, O}, panels, pointer<T>(dW),
               {nullptr, Activation::kNone, add});
  });
}

void linear_db(const Device&, const Tensor& dy, const Tensor& db, bool add) {
  const int64_t N = dy.shape().rows(), O = dy.shape().columns();
  dispatch(db.dtype(), [&]<class T>(T) {
    auto sum = array<T>(db);
    if (!add) sum = T(0);
    for (int64_t n = 0; n < N; ++n) sum += view(pointer<T>(dy) + n * O, O);
  });
}

}  // namespace

MatmulKernels matmul_kernels() {
  return {pack, linear, going_back(linear_dx)};
}

void add_training(MatmulKernels& kernels) {
  kernels.linear_dW = linear_dW;
  kernels.linear_db = linear_db;
}

HEED_END_KERNELS
