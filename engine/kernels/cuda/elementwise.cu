#include "engine/kernels/elementwise.h"

#include "engine/kernels/cuda/narrow.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

void fill_all(const Device& device, double value, const Tensor& y) {
  if (is_narrow(y)) return fill_narrow(device, value, y);
  dispatch(y.dtype(), [&]<class T>(T) { fill<T>(device, y, static_cast<T>(value)); });
}

template <class T>
void add_of(const Device& device, int64_t count, const T* a, const T* b, T* y) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = a[i] + b[i]; });
}

void add(const Device& device, const Tensor& a, const Tensor& b, const Tensor& y) {
  if (is_narrow(a) || is_narrow(b) || is_narrow(y)) return add_narrow(device, a, b, y);
  dispatch(y.dtype(),
           [&]<class T>(T) { add_of<T>(device, y.count(), pointer<T>(a), pointer<T>(b), pointer<T>(y)); });
}

template <class T>
void accumulate_of(const Device& device, int64_t count, const T* x, T* y, bool add) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = add ? y[i] + x[i] : x[i]; });
}

void accumulate(const Device& device, const Tensor& x, const Tensor& y, bool add) {
  if (is_narrow(x) || is_narrow(y)) return accumulate_narrow(device, x, y, add);
  dispatch(y.dtype(),
           [&]<class T>(T) { accumulate_of<T>(device, y.count(), pointer<T>(x), pointer<T>(y), add); });
}

template <class T>
void multiply_of(const Device& device, int64_t count, const T* a, const T* b, T* y, bool add) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = add ? y[i] + a[i] * b[i] : a[i] * b[i]; });
}

void multiply(const Device& device, const Tensor& a, const Tensor& b, const Tensor& y, bool add) {
  dispatch(y.dtype(), [&]<class T>(T) {
    multiply_of<T>(device, y.count(), pointer<T>(a), pointer<T>(b), pointer<T>(y), add);
  });
}

template <class T>
void times_of(const Device& device, int64_t count, const T* x, const T* factor, T* y) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = x[i] * *factor; });
}

void times(const Device& device, const Tensor& x, const Tensor& factor, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    times_of<T>(device, y.count(), pointer<T>(x), pointer<T>(factor), pointer<T>(y));
  });
}

template <class T>
void activate_of(const Device& device, Activation f, int64_t count, const T* x, T* y) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = value_of(f, x[i]); });
}

void activate(const Device& device, Activation f, const Tensor& x, const Tensor& y) {
  if (is_narrow(x) || is_narrow(y)) return activate_narrow(device, f, x, y);
  dispatch(y.dtype(),
           [&]<class T>(T) { activate_of<T>(device, f, y.count(), pointer<T>(x), pointer<T>(y)); });
}

template <class T>
void activate_backward_of(const Device& device, Activation f, int64_t count, const T* x, const T* dy, T* dx,
                          bool add) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    const T value = dy[i] * slope_of(f, x[i]);
    dx[i] = add ? dx[i] + value : value;
  });
}

void activate_backward(const Device& device, Activation f, const Tensor& x, const Tensor& dy,
                       const Tensor& dx, bool add) {
  if (is_narrow(x) || is_narrow(dy) || is_narrow(dx))
    return activate_backward_narrow(device, f, x, dy, dx, add);
  dispatch(dx.dtype(), [&]<class T>(T) {
    activate_backward_of<T>(device, f, dx.count(), pointer<T>(x), pointer<T>(dy), pointer<T>(dx), add);
  });
}

template <class T>
void dropout_of(const Device& device, Dropping dropping, T scale, int64_t count, const T* x, T* y, bool add) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    const T factor = dropping.drops(dropping.stream(), i) ? T(0) : scale;
    y[i] = add ? y[i] + x[i] * factor : x[i] * factor;
  });
}

void dropout(const Device& device, DropoutKey key, double rate, bool rows, const Tensor& x, const Tensor& y,
             bool add) {
  const Dropping dropping(device, key, rate, rows ? std::max<int64_t>(1, y.shape().columns()) : 1);
  if (is_narrow(x) || is_narrow(y)) return dropout_narrow(device, dropping, rate, x, y, add);
  dispatch(y.dtype(), [&]<class T>(T) {
    dropout_of<T>(device, dropping, T(1) / T(1 - rate), y.count(), pointer<T>(x), pointer<T>(y), add);
  });
}

}  // namespace

ElementwiseKernels elementwise_kernels() {
  return {fill_all, add, accumulate, multiply, times, activate, activate_backward, dropout};
}

}  // namespace heed::cuda
