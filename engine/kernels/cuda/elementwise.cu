#include "engine/kernels/elementwise.h"

#include <cmath>

#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

void fill_all(const Device& device, double value, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) { fill<T>(device, y, static_cast<T>(value)); });
}

template <class T>
void add_of(const Device& device, int64_t count, const T* a, const T* b, T* y) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = a[i] + b[i]; });
}

void add(const Device& device, const Tensor& a, const Tensor& b, const Tensor& y) {
  dispatch(y.dtype(),
           [&]<class T>(T) { add_of<T>(device, y.count(), pointer<T>(a), pointer<T>(b), pointer<T>(y)); });
}

template <class T>
void accumulate_of(const Device& device, int64_t count, const T* x, T* y, bool add) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = add ? y[i] + x[i] : x[i]; });
}

void accumulate(const Device& device, const Tensor& x, const Tensor& y, bool add) {
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

constexpr double kRootHalf = 0.70710678118654752440, kRootTwoOverPi = 0.79788456080286535588;

template <class T>
HEED_DEVICE T value_of(Activation f, T x) {
  if (f == Activation::kRelu) return x < T(0) ? T(0) : x;  // NaN stays NaN
  if (f == Activation::kTanh) return std::tanh(x);
  if (f == Activation::kGelu) return x * T(0.5) * (T(1) + std::erf(x * T(kRootHalf)));
  if (f == Activation::kGeluTanh)
    return x * T(0.5) * (T(1) + std::tanh(T(kRootTwoOverPi) * (x + T(0.044715) * x * x * x)));
  return x;
}

// f'(x); ReLU and tanh are given what came out.
template <class T>
HEED_DEVICE T slope_of(Activation f, T x) {
  if (f == Activation::kRelu) return x > T(0) ? T(1) : T(0);
  if (f == Activation::kTanh) return T(1) - x * x;
  if (f == Activation::kGelu)  // Φ(x) + x φ(x)
    return T(0.5) * (T(1) + std::erf(x * T(kRootHalf))) +
           x * std::exp(T(-0.5) * x * x) * T(0.5 * kRootTwoOverPi);
  if (f == Activation::kGeluTanh) {
    const T t = std::tanh(T(kRootTwoOverPi) * (x + T(0.044715) * x * x * x));
    return T(0.5) * (T(1) + t) +
           T(0.5) * x * (T(1) - t * t) * T(kRootTwoOverPi) * (T(1) + T(3 * 0.044715) * x * x);
  }
  return T(1);
}

template <class T>
void activate_of(const Device& device, Activation f, int64_t count, const T* x, T* y) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) { y[i] = value_of(f, x[i]); });
}

void activate(const Device& device, Activation f, const Tensor& x, const Tensor& y) {
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
  dispatch(dx.dtype(), [&]<class T>(T) {
    activate_backward_of<T>(device, f, dx.count(), pointer<T>(x), pointer<T>(dy), pointer<T>(dx), add);
  });
}

// Every element `columns` wide is kept or dropped as one.
template <class T>
void dropout_of(const Device& device, DropoutKey key, double rate, int64_t columns, int64_t count, const T* x,
                T* y, bool add) {
  const uint32_t threshold = chance_threshold(rate);
  const T scale = T(1) / T(1 - rate);
  const StepNumber* number = step_number(device, key.step);
  const RandomStream known = random_stream(key.seed, key.step, key.tensor);
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    const RandomStream stream = number ? random_stream(key.seed, number->step, key.tensor) : known;
    const T factor = random_bits(stream, static_cast<uint32_t>(i / columns)) < threshold ? T(0) : scale;
    y[i] = add ? y[i] + x[i] * factor : x[i] * factor;
  });
}

void dropout(const Device& device, DropoutKey key, double rate, bool rows, const Tensor& x, const Tensor& y,
             bool add) {
  const int64_t columns = rows ? std::max<int64_t>(1, y.shape().columns()) : 1;
  dispatch(y.dtype(), [&]<class T>(T) {
    dropout_of<T>(device, key, rate, columns, y.count(), pointer<T>(x), pointer<T>(y), add);
  });
}

}  // namespace

ElementwiseKernels elementwise_kernels() {
  return {fill_all, add, accumulate, multiply, times, activate, activate_backward, dropout};
}

}  // namespace heed::cuda
