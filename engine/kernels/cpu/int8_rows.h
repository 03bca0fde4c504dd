// Rows of x as whole numbers, for products with weights of 8 bits: int8_gemm.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

// The largest of 16 bits with which a sum over I products fits into 32.
inline float largest_level(int64_t I) {
  return std::min(32767.f, std::floor(2147483647.f / 128.f / static_cast<float>(std::max<int64_t>(1, I))));
}

// max|x|; NaN unless all of x are finite.
inline float reach_of(const float* x, int64_t count) {
  using S = Simd<float>;
  S::Vector highs{}, zeros{};
  int64_t i = 0;
  for (; i + S::kWidth <= count; i += S::kWidth) {
    const S::Vector v = S::load(x + i);
    const S::Vector size = v < 0 ? -v : v;
    highs = size > highs ? size : highs;
    zeros += v - v;  // NaN for NaN and infinity
  }
  float high = 0, odd = 0;
  for (int lane = 0; lane < S::kWidth; ++lane) {
    high = std::max(high, highs[lane]);
    odd += zeros[lane];
  }
  for (; i < count; ++i) high = std::max(high, std::abs(x[i])), odd += x[i] - x[i];
  return odd == 0 ? high : NAN;
}

// q = x / scale to the nearest whole number, ties to even, zeros up to `depth`. Returns the scale, NaN when
// the row is not finite. 1.5 · 2²³ added to a number below 2²² leaves it rounded in the lowest bits.
inline float quantise_row(const float* x, int64_t I, int64_t depth, int16_t* q) {
  constexpr float kMagic = 12582912, kTiny = 1e-30f;  // below, 1 / scale would not be finite
  using S = Simd<float>;
  using Whole = Simd<int32_t>::Vector;
  typedef int16_t Narrow __attribute__((vector_size(S::kWidth * sizeof(int16_t))));
  typedef int16_t Unaligned __attribute__((vector_size(S::kWidth * sizeof(int16_t)), aligned(1), may_alias));
  const float levels = largest_level(I), reach = reach_of(x, I);
  std::fill(q + I, q + depth, int16_t{0});
  if (!(reach > kTiny)) {
    std::fill_n(q, I, int16_t{0});
    return reach >= 0 ? 0 : NAN;
  }
  const float inverse = levels / reach;
  const auto whole = [inverse](S::Vector v) {
    return __builtin_convertvector(reinterpret_cast<Whole>(v * inverse + kMagic) - 0x4b400000, Narrow);
  };
  int64_t i = 0;
  for (; i + S::kWidth <= I; i += S::kWidth) *reinterpret_cast<Unaligned*>(q + i) = whole(S::load(x + i));
  if (i < I) {
    alignas(kVectorBytes) float rest[S::kWidth] = {};
    std::copy_n(x + i, I - i, rest);
    const Narrow last = whole(S::load(rest));
    std::memcpy(q + i, &last, static_cast<size_t>(I - i) * sizeof *q);
  }
  return reach / levels;
}

HEED_END_KERNELS
