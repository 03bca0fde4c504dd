// y [N, O] = f(x Wᵀ + b) with W of 8 bits; see kernels/int8.h. `Way` is how products are summed:
// int8_pairs.h or int8_quads.h.
//
// W is packed into panels of Way::kColumns rows of W (columns of the product), after their scales:
//   float scale[columns], then per panel bytes [depth / kGroup][kColumns][kGroup],
// both sizes rounded up, zero-filled. A byte is the value + Way::kWeightOffset.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/kernels/cpu/activations.h"
#include "engine/kernels/cpu/scratch.h"

HEED_BEGIN_KERNELS

inline constexpr int64_t kDepthStep = 16;     // what the depth is rounded up to
inline constexpr int64_t kDepthBlock = 1024;  // of a panel at a time, so that it stays in L1

inline int64_t rounded_up(int64_t count, int64_t step) {
  return (count + step - 1) / step * step;
}

// Where things are in the bytes of packed weights [O, I].
template <class Way>
struct Int8Layout {
  Int8Layout(int64_t O, int64_t I)
      : columns(rounded_up(O, Way::kColumns)), depth(rounded_up(I, kDepthStep)) {}

  static Int8Layout of(int64_t bytes, int64_t I) {
    const int64_t depth = rounded_up(I, kDepthStep);
    return Int8Layout(bytes / (depth + static_cast<int64_t>(sizeof(float))), I);
  }

  int64_t columns, depth;

  int64_t bytes() const { return columns * (depth + static_cast<int64_t>(sizeof(float))); }
  template <class Byte>
  Byte* panel(Byte* packed, int64_t column) const {  // of `column`, a multiple of kColumns
    return packed + columns * static_cast<int64_t>(sizeof(float)) + column * depth;
  }
  static int64_t place(int64_t column, int64_t k) {  // in its panel
    return k / Way::kGroup * Way::kGroup * Way::kColumns + column * Way::kGroup + k % Way::kGroup;
  }
};

template <class Way>
void pack_int8(int64_t O, int64_t I, const int8_t* values, const float* scale, int8_t* packed) {
  const Int8Layout<Way> layout(O, I);
  std::fill_n(packed, layout.bytes(), static_cast<int8_t>(Way::kWeightOffset));
  auto* scales = reinterpret_cast<float*>(packed);
  std::fill(std::copy_n(scale, O, scales), scales + layout.columns, 0.f);
  for (int64_t o = 0; o < O; ++o) {
    const int64_t column = o % Way::kColumns;
    int8_t* panel = layout.panel(packed, o - column);
    for (int64_t k = 0; k < I; ++k)
      panel[layout.place(column, k)] = static_cast<int8_t>(values[o * I + k] + Way::kWeightOffset);
  }
}

// A row of x as whole numbers.
struct RowScale {
  float scale;    // NaN when the row is not finite
  int32_t start;  // of every sum: what the offset of the weights adds to it, taken away
};

inline float largest_level(float limit, int64_t I) {
  return std::min(limit, std::floor(2147483647.f / 128.f / static_cast<float>(std::max<int64_t>(1, I))));
}

// max|x|, or NaN.
inline float reach_of(const float* x, int64_t count) {
  using S = Simd<float>;
  S::Vector most{}, zero{};
  int64_t i = 0;
  for (; i + S::kWidth <= count; i += S::kWidth) {
    const S::Vector v = S::load(x + i), size = v < 0.f ? -v : v;
    most = size > most ? size : most;
    zero += v - v;  // NaN for NaN and infinity
  }
  float reach = 0, odd = 0;
  for (int lane = 0; lane < S::kWidth; ++lane) reach = std::max(reach, most[lane]), odd += zero[lane];
  for (; i < count; ++i) reach = std::max(reach, std::abs(x[i])), odd += x[i] - x[i];
  return odd == 0 ? reach : NAN;
}

// q = x / scale to the nearest whole number, ties to even, zeros up to `depth`. 1.5 · 2²³ added to a number
// below 2²² leaves it rounded in the lowest bits.
template <class Way>
RowScale quantise_row(const float* x, int64_t I, int64_t depth, typename Way::Activation* q) {
  constexpr float kMagic = 12582912, kTiny = 1e-30f;  // below, 1 / scale would not be finite
  using S = Simd<float>;
  using Whole = Simd<int32_t>::Vector;
  typedef typename Way::Activation Narrow __attribute__((vector_size(S::kWidth * sizeof(*q))));
  typedef typename Way::Activation Unaligned
      __attribute__((vector_size(S::kWidth * sizeof(*q)), aligned(1), may_alias));
  const float levels = largest_level(Way::kLevels, I), reach = reach_of(x, I);
  std::fill(q + I, q + depth, typename Way::Activation(0));
  if (!(reach > kTiny)) {
    std::fill_n(q, I, typename Way::Activation(0));
    return {reach >= 0 ? 0 : NAN, 0};
  }
  const float inverse = levels / reach;
  const auto whole = [inverse](S::Vector v) {
    return reinterpret_cast<Whole>(v * inverse + kMagic) - 0x4b400000;  // the bits of kMagic
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

template <class Way, int R>
void int8_tile(int64_t rows, const typename Way::Activation* a, const typename Way::Operand* panel,
               const typename Way::Operand* end, int32_t* sums) {
  if (rows == R) return Way::template tile<R>(a, panel, end, sums);
  if constexpr (R > 1) int8_tile<Way, R - 1>(rows, a, panel, end, sums);
}

// Rows of x that are whole numbers now.
template <class Way>
struct Int8Rows {
  int64_t count, depth;
  const typename Way::Activation* q;  // [count / kRows][depth / kGroup][kRows][kGroup]
  const RowScale* scales;             // [count]
};

// sums [rows, kColumns] of one panel.
template <class Way>
void sum_panel(const Int8Rows<Way>& rows, const int8_t* panel, typename Way::Operand* room, int32_t* sums) {
  constexpr int64_t P = Way::kColumns;
  for (int64_t m = 0; m < rows.count; ++m) std::fill_n(sums + m * P, P, rows.scales[m].start);
  for (int64_t k0 = 0; k0 < rows.depth; k0 += kDepthBlock) {
    const int64_t depth = std::min(kDepthBlock, rows.depth - k0);
    const auto* operand = Way::prepare(panel + k0 * P, depth * P, room);
    for (int64_t m = 0; m < rows.count; m += Way::kRows)
      int8_tile<Way, Way::kRows>(std::min<int64_t>(Way::kRows, rows.count - m),
                                 rows.q + m * rows.depth + k0 * Way::kRows, operand, operand + depth * P,
                                 sums + m * P);
  }
}

// What sums become: y [rows, columns] with row stride `y_row`.
struct Int8Output {
  float* y;
  int64_t y_row, columns;
  const float *scale, *bias;  // of the panel's columns; both [kColumns]
  Activation f;
};

template <class Way>
void finish_panel(const Int8Rows<Way>& rows, const int32_t* sums, const Int8Output& out) {
  using S = Simd<float>;
  constexpr int64_t P = Way::kColumns;
  for (int64_t m = 0; m < rows.count; ++m, sums += P) {
    alignas(kVectorBytes) float edge[P];
    float* y = out.y + m * out.y_row;
    float* to = out.columns == P ? y : edge;
    for (int64_t v = 0; v < P; v += S::kWidth) {
      const S::Vector sum = __builtin_convertvector(Simd<int32_t>::load(sums + v), S::Vector);
      const S::Vector scale = S::load(out.scale + v) * rows.scales[m].scale;
      S::store(to + v, activated<float>(out.f, sum * scale + S::load(out.bias + v)));
    }
    if (to == edge) std::copy_n(edge, out.columns, y);
  }
}

HEED_END_KERNELS
