#include "engine/kernels/gated.h"

#include "engine/kernels/cuda/narrow.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

template <class From, class To>
void gate_of(const Device& device, Activation f, int64_t count, int64_t F, From x, To y) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    const int64_t u = i / F * 2 * F + i % F;
    y.write(value_of(f, x.read(u)) * x.read(u + F), i, false);
  });
}

void gate(const Device& device, Activation f, const Tensor& x, const Tensor& y) {
  const int64_t F = y.size(1);
  if (is_narrow(x) || is_narrow(y)) return gate_of(device, f, y.count(), F, Mixed(x), Mixed(y));
  dispatch(y.dtype(), [&]<class T>(T) { gate_of(device, f, y.count(), F, Plain<T>(x), Plain<T>(y)); });
}

// The slope of ReLU is that of what goes in, as well: their signs are one.
template <class From, class Above, class To>
void gate_backward_of(const Device& device, Activation f, int64_t count, int64_t F, From x, Above dy, To dx,
                      bool add) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    const int64_t u = i / F * 2 * F + i % F;
    const auto in = x.read(u), up = dy.read(i);
    dx.write(up * x.read(u + F) * slope_of(f, in), u, add);
    dx.write(up * value_of(f, in), u + F, add);
  });
}

void gate_backward(const Device& device, Activation f, const Tensor& x, const Tensor& dy, const Tensor& dx,
                   bool add) {
  const int64_t F = dy.size(1);
  if (is_narrow(x) || is_narrow(dy) || is_narrow(dx))
    return gate_backward_of(device, f, dy.count(), F, Mixed(x), Mixed(dy), Mixed(dx), add);
  dispatch(dx.dtype(), [&]<class T>(T) {
    gate_backward_of(device, f, dy.count(), F, Plain<T>(x), Plain<T>(dy), Plain<T>(dx), add);
  });
}

}  // namespace

GatedKernels gated_kernels() {
  return {gate, gate_backward};
}

}  // namespace heed::cuda
