// Rows of x as whole numbers, for products with weights of 8 bits: int8_gemm.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

// x ≈ (q - zero) · scale.
struct RowScale {
  float scale;  // NaN when the row is not finite
  // What sums are to start at, since they are of other numbers than they should be. With Way::kZeros - zero,
  // to be multiplied by what W adds up to; otherwise zero is 0, and it is the start itself: what the offset
  // of the weights adds, taken away.
  int32_t offset;
};

inline float largest_level(float limit, int64_t I) {
  return std::min(limit, std::floor(2147483647.f / 128.f / static_cast<float>(std::max<int64_t>(1, I))));
}

struct Bounds {
  float low, high;  // low ≤ 0 ≤ high
};

// NaN unless all of x are finite.
inline Bounds range_of(const float* x, int64_t count) {
  using S = Simd<float>;
  S::Vector lows{}, highs{}, zeros{};
  int64_t i = 0;
  for (; i + S::kWidth <= count; i += S::kWidth) {
    const S::Vector v = S::load(x + i);
    lows = v < lows ? v : lows;
    highs = v > highs ? v : highs;
    zeros += v - v;  // NaN for NaN and infinity
  }
  float low = 0, high = 0, odd = 0;
  for (int lane = 0; lane < S::kWidth; ++lane) {
    low = std::min(low, lows[lane]);
    high = std::max(high, highs[lane]);
    odd += zeros[lane];
  }
  for (; i < count; ++i) low = std::min(low, x[i]), high = std::max(high, x[i]), odd += x[i] - x[i];
  return odd == 0 ? Bounds{low, high} : Bounds{NAN, NAN};
}

// q = x / scale + zero to the nearest whole number, ties to even, zeros up to `depth`. 1.5 · 2²³ added to a
// number below 2²² leaves it rounded in the lowest bits.
template <class Way>
RowScale quantise_row(const float* x, int64_t I, int64_t depth, typename Way::Activation* q) {
  constexpr float kMagic = 12582912, kTiny = 1e-30f;  // below, 1 / scale would not be finite
  using S = Simd<float>;
  using Whole = Simd<int32_t>::Vector;
  typedef typename Way::Activation Narrow __attribute__((vector_size(S::kWidth * sizeof(*q))));
  typedef typename Way::Activation Unaligned
      __attribute__((vector_size(S::kWidth * sizeof(*q)), aligned(1), may_alias));
  const float levels = largest_level(Way::kLevels, I);
  const Bounds range = range_of(x, I);
  const float reach = Way::kZeros ? range.high - range.low : std::max(-range.low, range.high);
  std::fill(q + I, q + depth, typename Way::Activation(0));
  if (!(reach > kTiny)) {
    std::fill_n(q, I, typename Way::Activation(0));
    return {reach >= 0 ? 0 : NAN, 0};
  }
  const float inverse = levels / reach;
  // One above the lowest, so that no error of rounding makes a number negative.
  const float zero = Way::kZeros ? std::floor(-range.low * inverse) + 1 : 0;
  const auto whole = [inverse, zero](S::Vector v) {
    return reinterpret_cast<Whole>(v * inverse + (kMagic + zero)) - 0x4b400000;  // the bits of kMagic
  };
  Whole sums{};
  int64_t i = 0;
  for (; i + S::kWidth <= I; i += S::kWidth) {
    const Whole v = whole(S::load(x + i));
    if constexpr (Way::kWeightOffset != 0) sums += v;
    *reinterpret_cast<Unaligned*>(q + i) = __builtin_convertvector(v, Narrow);
  }
  if (i < I) {
    alignas(kVectorBytes) float rest[S::kWidth] = {};
    std::copy_n(x + i, I - i, rest);
    const Whole v = whole(S::load(rest));
    sums += v;
    const Narrow last = __builtin_convertvector(v, Narrow);
    std::memcpy(q + i, &last, static_cast<size_t>(I - i) * sizeof *q);
  }
  if constexpr (Way::kZeros) return {reach / levels, -static_cast<int32_t>(zero)};
  int32_t sum = 0;
  for (int lane = 0; lane < S::kWidth; ++lane) sum += sums[lane];
  return {reach / levels, -Way::kWeightOffset * sum};
}

// The place of row m's first numbers in Int8Rows; the others follow kRows · kGroup apart.
template <class Way>
int64_t row_place(int64_t m, int64_t depth) {
  return m / Way::kRows * Way::kRows * depth + m % Way::kRows * Way::kGroup;
}

template <class Way>
void interleave(const typename Way::Activation* row, int64_t depth, typename Way::Activation* q) {
  for (int64_t k = 0; k < depth; k += Way::kGroup, q += Way::kRows * Way::kGroup)
    std::memcpy(q, row + k, Way::kGroup * sizeof *q);
}

HEED_END_KERNELS
