#include "engine/kernels/gated.h"

#include "engine/kernels/cpu/slopes.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

void gate(const Device& device, Activation f, const Tensor& x, const Tensor& y) {
  const int64_t F = y.size(1);
  dispatch(x.dtype(), [&]<class T>(T) {
    over_rows(device, y, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        const T *u = pointer<T>(x) + n * 2 * F, *g = u + F;
        for (int64_t i = 0; i < F; i += Simd<T>::kWidth) {
          const Lanes<T> lanes{F - i};
          lanes.store(activated<T>(f, lanes.load(u + i)) * lanes.load(g + i), pointer<T>(y) + n * F + i,
                      false);
        }
      }
    });
  });
}

void gate_backward(const Device& device, Activation f, const Tensor& x, const Tensor& dy, const Tensor& dx,
                   bool add) {
  const int64_t F = dy.size(1);
  dispatch(x.dtype(), [&]<class T>(T) {
    over_rows(device, dy, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        const T *u = pointer<T>(x) + n * 2 * F, *up = pointer<T>(dy) + n * F;
        T* du = pointer<T>(dx) + n * 2 * F;
        for (int64_t i = 0; i < F; i += Simd<T>::kWidth) {
          const Lanes<T> lanes{F - i};
          const auto above = lanes.load(up + i);
          const Activated<T> at(f, lanes.load(u + i));
          lanes.store(above * lanes.load(u + F + i) * at.slope, du + i, add);
          lanes.store(above * at.value, du + F + i, add);
        }
      }
    });
  });
}

}  // namespace

GatedKernels gated_kernels() {
  return {gate, gate_backward};
}

HEED_END_KERNELS
