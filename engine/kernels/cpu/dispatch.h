// Shared by the kernel files: number type to template, and Eigen views of tensors.
#pragma once

#include <algorithm>

#include "engine/device/device.h"
#include "engine/kernels/cpu/simd.h"
#include "engine/kernels/eigen.h"
#include "engine/tensor/tensor.h"

HEED_BEGIN_KERNELS

// Calls body with a value of the tensor's type: float or, where `has_double`, double.
template <bool has_double = kFloat64, class Body>
void dispatch([[maybe_unused]] DType type, Body&& body) {
  if constexpr (has_double)
    if (type == DType::kFloat64) return body(double{});
  if constexpr (!has_double && !kForwardOnly)
    check(type != DType::kFloat64, "[kernels] float64 tensors are not computed with in this build.");
  body(float{});
}

// Whether products of floats may round a b + c once (cpu::portable).
inline bool fuses(const Device& device) {
  return !device.state;
}

// A kernel of the way back. A build that goes forwards alone has an empty place in its table: what is not
// named is not linked.
template <class Kernel>
constexpr Kernel* going_back(Kernel* kernel) {
  return kForwardOnly ? nullptr : kernel;
}

template <class T>
T* pointer(const Tensor& tensor) {
  return static_cast<T*>(tensor.raw());
}

template <class T>
using ArrayMap = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;

template <class T>
ArrayMap<T> view(T* data, int64_t count) {
  return {data, static_cast<Eigen::Index>(count)};
}

template <class T>
ArrayMap<T> array(const Tensor& tensor) {
  return {pointer<T>(tensor), static_cast<Eigen::Index>(tensor.count())};
}

// Σ f(x), in an order that depends on the count alone. That of Eigen's sum of a view depends on where the
// numbers lie: the same row would give other bits alone than among others.
template <class T, class F>
T sum_of(const T* x, int64_t count, const F& f) {
  LaneSums<T> sums;
  int64_t i = 0;
  for (; i + sums.kLanes <= count; i += sums.kLanes)
    sums.add([&](int lane) { return f(Simd<T>::load(x + i + lane)); });
  T total = sums.total();
  for (; i < count; ++i) total += f(x[i]);
  return total;
}

template <class T>
T sum_of(const T* x, int64_t count) {
  return sum_of(x, count, [](auto v) { return v; });
}

template <class Target, class Value>
void put(Target&& target, const Value& value, bool add) {
  if (add)
    target += value;
  else
    target = value;
}

// Elements that are worth a thread of their own.
inline constexpr int64_t kGrain = 1 << 14;

// Runs body(first, last) over the elements of a tensor.
template <class Body>
void over_elements(const Device& device, const Tensor& tensor, const Body& body) {
  parallel_for(device.threads, tensor.count(), kGrain, body);
}

// Runs body(first, last) over the rows of a tensor.
template <class Body>
void over_rows(const Device& device, const Tensor& tensor, const Body& body) {
  int64_t rows = tensor.shape().rows(), columns = std::max<int64_t>(1, tensor.shape().columns());
  parallel_for(device.threads, rows, std::max<int64_t>(1, kGrain / columns), body);
}

HEED_END_KERNELS
