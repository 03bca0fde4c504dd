// Numbers that bfloat16 has, for what bf16 runs keep in it.
#pragma once

#include "engine/format/half.h"
#include "tests/engine/autograd/gradient_check.h"

namespace heed::test {

inline constexpr double kTolerance = 1e-2;

inline Device narrowing_gpu() {
  return played_gpu(size_t{1} << 30, true);
}

inline Tensor in_float64(const Device& device, const Tensor& t) {
  const Tensor host = on_host(device, t);
  return (host.dtype() == DType::kBFloat16 ? widen(host) : host).to(DType::kFloat64);
}

// Rounded to bfloat16, so that both devices begin with the same numbers. Weights are about 1 / √width.
inline Tensor numbers(const Shape& shape, uint64_t seed, double factor = 1) {
  const Tensor x = random_tensor(shape, seed, DType::kFloat32);
  for (int64_t i = 0; i < x.count(); ++i) set_element(x, i, factor * element(x, i));
  return widen(narrow(x, DType::kBFloat16));
}

// Lengths of sentences, 298 rows in all: enough for attention by products.
inline const std::vector<int32_t> kRagged{33, 64, 1, 0, 20, 61, 64, 7, 48};

}  // namespace heed::test
