// y [N, O] = f(x Wᵀ + b) with W of 8 bits; see kernels/int8.h.
//
// W is packed into panels of kPairColumns rows of W (columns of the product), after their scales:
//   float scale[columns], then per panel int8 [depth / 2][kPairColumns][2],
// both sizes rounded up, zero-filled.
#pragma once

#include <algorithm>

#include "engine/kernels/cpu/activations.h"
#include "engine/kernels/cpu/int8_pairs.h"
#include "engine/kernels/cpu/int8_rows.h"

HEED_BEGIN_KERNELS

inline constexpr int64_t kDepthStep = 16;     // what the depth is rounded up to
inline constexpr int64_t kDepthBlock = 1024;  // of a panel at a time, so that it stays in L1

inline int64_t rounded_up(int64_t count, int64_t step) {
  return (count + step - 1) / step * step;
}

// Where things are in the bytes of packed weights [O, I].
struct Int8Layout {
  Int8Layout(int64_t O, int64_t I) : columns(rounded_up(O, kPairColumns)), depth(rounded_up(I, kDepthStep)) {}

  static Int8Layout of(int64_t bytes, int64_t I) {
    return {bytes / (rounded_up(I, kDepthStep) + static_cast<int64_t>(sizeof(float))), I};
  }

  int64_t columns, depth;

  int64_t bytes() const { return columns * (depth + static_cast<int64_t>(sizeof(float))); }
  static const float* scale(const int8_t* packed) { return reinterpret_cast<const float*>(packed); }
  template <class Byte>
  Byte* panel(Byte* packed, int64_t column) const {  // of `column`, a multiple of kPairColumns
    return packed + columns * static_cast<int64_t>(sizeof(float)) + column * depth;
  }
  static int64_t place(int64_t column, int64_t k) {  // in its panel
    return k / 2 * 2 * kPairColumns + column * 2 + k % 2;
  }
};

inline void pack_int8(int64_t O, int64_t I, const int8_t* values, const float* scale, int8_t* packed) {
  const Int8Layout layout(O, I);
  std::fill_n(packed, layout.bytes(), int8_t{0});
  std::copy_n(scale, O, reinterpret_cast<float*>(packed));
  for (int64_t o = 0; o < O; ++o) {
    const int64_t column = o % kPairColumns;
    int8_t* panel = layout.panel(packed, o - column);
    for (int64_t k = 0; k < I; ++k) panel[layout.place(column, k)] = values[o * I + k];
  }
}

// Rows of x that are whole numbers now.
struct Int8Rows {
  int64_t count, depth;
  const int16_t* q;     // [count / kPairRows][depth / 2][kPairRows][2]
  const float* scales;  // [count]
};

// The place of row m's first numbers; the others follow 2 kPairRows apart.
inline int64_t row_place(int64_t m, int64_t depth) {
  return m / kPairRows * kPairRows * depth + m % kPairRows * 2;
}

inline void interleave(const int16_t* row, int64_t depth, int16_t* q) {
  for (int64_t k = 0; k < depth; k += 2, q += kPairRows * 2) std::memcpy(q, row + k, 2 * sizeof *q);
}

template <int R, class Weight>
void int8_tile(int64_t rows, const int16_t* a, const Weight* panel, const Weight* end, int32_t* sums) {
  if (rows == R) return pair_tile<R>(a, panel, end, sums);
  if constexpr (R > 1) int8_tile<R - 1>(rows, a, panel, end, sums);
}

// sums [rows, kPairColumns] += those of one block of a panel, the depth from k0.
template <class Weight>
void sum_block(const Int8Rows& rows, int64_t k0, const Weight* block, const Weight* end, int32_t* sums) {
  for (int64_t m = 0; m < rows.count; m += kPairRows)
    int8_tile<kPairRows>(std::min<int64_t>(kPairRows, rows.count - m),
                         rows.q + m * rows.depth + k0 * kPairRows, block, end, sums + m * kPairColumns);
}

// sums [rows, kPairColumns] of one panel. `room`: for a block of it, widened.
inline void sum_panel(const Int8Rows& rows, const int8_t* panel, int16_t* room, int32_t* sums) {
  std::fill_n(sums, rows.count * kPairColumns, 0);
  for (int64_t k0 = 0; k0 < rows.depth; k0 += kDepthBlock) {
    const int64_t count = std::min(kDepthBlock, rows.depth - k0) * kPairColumns;
    const int8_t* block = panel + k0 * kPairColumns;
    if (rows.count <= kPairRows) {  // it is used once
      sum_block(rows, k0, block, block + count, sums);
      continue;
    }
    for (int64_t i = 0; i < count; i += Int16s::kWidth) Int16s::store(room + i, widened(block + i));
    sum_block<int16_t>(rows, k0, room, room + count, sums);
  }
}

// What sums become: y [rows, columns] with row stride `y_row`.
struct Int8Output {
  float* y;
  int64_t y_row, columns;
  const float *scale, *bias;  // of the panel's columns; both [kPairColumns]
  Activation f;
};

inline void finish_panel(const Int8Rows& rows, const int32_t* sums, const Int8Output& out) {
  using S = Simd<float>;
  constexpr int64_t P = kPairColumns;
  for (int64_t m = 0; m < rows.count; ++m, sums += P) {
    alignas(kVectorBytes) float edge[P];
    float* y = out.y + m * out.y_row;
    float* to = out.columns == P ? y : edge;
    for (int64_t v = 0; v < P; v += S::kWidth) {
      const S::Vector sum = __builtin_convertvector(Int32s::load(sums + v), S::Vector);
      const S::Vector scale = S::load(out.scale + v) * rows.scales[m];
      S::store(to + v, activated<float>(out.f, sum * scale + S::load(out.bias + v)));
    }
    if (to == edge) std::copy_n(edge, out.columns, y);
  }
}

HEED_END_KERNELS
