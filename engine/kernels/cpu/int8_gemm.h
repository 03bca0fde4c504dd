// y [N, O] = f(x Wᵀ + b) with W of 8 bits; see kernels/int8.h. `Way` is how products are summed:
// int8_pairs.h, int8_quads.h or int8_sevens.h.
//
// W is packed into panels of Way::kColumns rows of W (columns of the product), after their scales and, where
// rows of x have zeros of their own (Way::kZeros), what W adds up to:
//   float scale[columns], int32_t total[columns], then per panel bytes [depth / kGroup][kColumns][kGroup],
// both sizes rounded up, zero-filled. A byte is the value + Way::kWeightOffset.
#pragma once

#include <algorithm>

#include "engine/kernels/cpu/activations.h"
#include "engine/kernels/cpu/int8_rows.h"
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
  static constexpr int64_t kHead = (Way::kZeros ? 2 : 1) * 4;  // bytes of a column before the panels

  Int8Layout(int64_t O, int64_t I)
      : columns(rounded_up(O, Way::kColumns)), depth(rounded_up(I, kDepthStep)) {}

  static Int8Layout of(int64_t bytes, int64_t I) {
    return Int8Layout(bytes / (rounded_up(I, kDepthStep) + kHead), I);
  }

  int64_t columns, depth;

  int64_t bytes() const { return columns * (depth + kHead); }
  static const float* scale(const int8_t* packed) { return reinterpret_cast<const float*>(packed); }
  const int32_t* total(const int8_t* packed) const {  // null where there are none
    return Way::kZeros ? reinterpret_cast<const int32_t*>(packed) + columns : nullptr;
  }
  template <class Byte>
  Byte* panel(Byte* packed, int64_t column) const {  // of `column`, a multiple of kColumns
    return packed + columns * kHead + column * depth;
  }
  static int64_t place(int64_t column, int64_t k) {  // in its panel
    return k / Way::kGroup * Way::kGroup * Way::kColumns + column * Way::kGroup + k % Way::kGroup;
  }
};

template <class Way>
void pack_int8(int64_t O, int64_t I, const int8_t* values, const float* scale, int8_t* packed) {
  const Int8Layout<Way> layout(O, I);
  std::fill_n(packed, layout.columns * layout.kHead, int8_t{0});
  std::fill_n(layout.panel(packed, 0), layout.columns * layout.depth,
              static_cast<int8_t>(Way::kWeightOffset));
  std::copy_n(scale, O, reinterpret_cast<float*>(packed));
  for (int64_t o = 0; o < O; ++o) {
    const int64_t column = o % Way::kColumns;
    int8_t* panel = layout.panel(packed, o - column);
    int32_t total = 0;
    for (int64_t k = 0; k < I; ++k) {
      panel[layout.place(column, k)] = static_cast<int8_t>(values[o * I + k] + Way::kWeightOffset);
      total += values[o * I + k];
    }
    if constexpr (Way::kZeros) reinterpret_cast<int32_t*>(packed)[layout.columns + o] = total;
  }
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

// What the sums of one panel start at: see RowScale. Without a sign, so that a sum may pass the largest
// number on its way.
template <class Way>
void start_sums(const Int8Rows<Way>& rows, const int32_t* total, int32_t* sums) {
  constexpr int64_t P = Way::kColumns;
  for (int64_t m = 0; m < rows.count; ++m, sums += P) {
    if constexpr (Way::kZeros)
      for (int64_t p = 0; p < P; ++p)
        sums[p] = static_cast<int32_t>(static_cast<uint32_t>(rows.scales[m].offset) *
                                       static_cast<uint32_t>(total[p]));
    else
      std::fill_n(sums, P, rows.scales[m].offset);
  }
}

// sums [rows, kColumns] of one panel, whose columns add up to `total`.
template <class Way>
void sum_panel(const Int8Rows<Way>& rows, const int8_t* panel, const int32_t* total,
               typename Way::Operand* room, int32_t* sums) {
  constexpr int64_t P = Way::kColumns;
  start_sums(rows, total, sums);
  for (int64_t k0 = 0; k0 < rows.depth; k0 += kDepthBlock) {
    const int64_t depth = std::min(kDepthBlock, rows.depth - k0);
    const auto* operand = Way::prepare(panel + k0 * P, depth * P, room);
    for (int64_t m = 0; m < rows.count; m += Way::kRows)
      int8_tile<Way, Way::kRows>(std::min<int64_t>(Way::kRows, rows.count - m),
                                 rows.q + m * rows.depth + k0 * Way::kRows, operand, operand + depth * P,
                                 sums + m * P);
  }
}

// A product from its beginning to its end, for ways that are chosen while they are used.
template <class Way>
class Trial {
 public:
  Trial(int64_t /*rows*/, int64_t /*multiply_adds*/) {}
};

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
