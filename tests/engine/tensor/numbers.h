// Seeded numbers for tests, and the one measure of how far two tensors are apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/random.h"
#include "engine/tensor/tensor.h"

namespace heed::test {

inline double element(const Tensor& tensor, int64_t i) {
  return tensor.dtype() == DType::kFloat64 ? tensor.data<double>()[i]
                                           : static_cast<double>(tensor.data<float>()[i]);
}

inline void set_element(const Tensor& tensor, int64_t i, double value) {
  if (tensor.dtype() == DType::kFloat64)
    tensor.data<double>()[i] = value;
  else
    tensor.data<float>()[i] = static_cast<float>(value);
}

inline Tensor filled(const Shape& shape, DType dtype, double value) {
  Tensor tensor(shape, dtype);
  for (int64_t i = 0; i < tensor.count(); ++i) set_element(tensor, i, value);
  return tensor;
}

// Normal numbers; the same for float32 and float64 but for rounding.
inline Tensor random_tensor(const Shape& shape, uint64_t seed, DType dtype = DType::kFloat64) {
  Tensor tensor(shape, DType::kFloat32);
  Random random(seed);
  for (int64_t i = 0; i < tensor.count(); ++i) set_element(tensor, i, random.normal());
  return tensor.to(dtype);
}

// max|x|; NaN when some number is one.
inline double largest(const Tensor& tensor) {
  double most = 0;
  for (int64_t i = 0; i < tensor.count() && !std::isnan(most); ++i)
    if (!(std::fabs(element(tensor, i)) <= most)) most = std::fabs(element(tensor, i));
  return most;
}

// max|a - b|; NaN when some number is one, infinity when the shapes differ.
inline double absolute_difference(const Tensor& a, const Tensor& b) {
  if (!a.defined() || a.shape() != b.shape()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (int64_t i = 0; i < a.count() && !std::isnan(worst); ++i) {
    const double difference = std::fabs(element(a, i) - element(b, i));
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

// max|a - b| / max|b|, or max|a - b| where b is zero.
inline double relative_difference(const Tensor& a, const Tensor& b) {
  const double scale = largest(b);
  return absolute_difference(a, b) / (scale > 0 ? scale : 1);
}

inline bool identical(const Tensor& a, const Tensor& b) {
  return a.shape() == b.shape() && a.dtype() == b.dtype() && std::memcmp(a.raw(), b.raw(), a.bytes()) == 0;
}

// Hands out memory full of NaN, so that whoever forgets to write a place is found out.
class Poisoned final : public Allocator {
 public:
  std::shared_ptr<void> allocate(size_t bytes) override {
    std::shared_ptr<void> memory = heap().allocate(bytes);
    std::memset(memory.get(), 0xff, bytes);
    return memory;
  }
};

inline Tensor poisoned(const Shape& shape, DType dtype) {
  static Poisoned memory;
  return Tensor(shape, dtype, memory);
}

}  // namespace heed::test
