// C [M, N] = A [M, K] · B [K, N], the product everything rests on.
//
// B is packed in the order in which it is read: blocks of kDepth rows, each as panels of kPanel columns,
// [K / kDepth][N / kPanel][kDepth][kPanel], zero-filled on the right. A tile of kTileRows × kPanel of C stays
// in registers while k runs: per k one row of the panel is loaded and each of A's values is broadcast. A is
// read where it lies, through strides, so Aᵀ costs nothing. (Goto & van de Geijn 2008, without packing A: the
// matrices here are a few hundred rows.)
#pragma once

#include <algorithm>
#include <utility>

#include "engine/kernels/cpu/activations.h"

HEED_BEGIN_KERNELS

inline constexpr int kPanelVectors = 2;
// k is cut into blocks, so that a block of a panel stays in L1; the same ones with every instruction set, as
// a sum's bits depend on them.
inline constexpr int64_t kDepth = 256;

template <class T>
inline constexpr int64_t kPanel = kPanelVectors* Simd<T>::kWidth;

// N rounded up to whole panels.
template <class T>
int64_t panel_columns(int64_t N) {
  return (N + kPanel<T> - 1) / kPanel<T> * kPanel<T>;
}

template <class T>
int64_t packed_size(int64_t K, int64_t N) {
  return panel_columns<T>(N) * K;
}

// A whole row of a panel without the call that a copy of any length is.
template <class T>
void copy_panel_row(const T* from, int64_t columns, T* to) {
  if (columns < kPanel<T>) {
    std::copy_n(from, columns, to);
    return;
  }
  for (int v = 0; v < kPanelVectors; ++v)
    Simd<T>::store(to + v * Simd<T>::kWidth, Simd<T>::load(from + v * Simd<T>::kWidth));
}

// Lane by lane a's and b's numbers in turn, of their first or second halves.
template <class T, int first, int... lane>
typename Simd<T>::Vector in_turn(typename Simd<T>::Vector a, typename Simd<T>::Vector b,
                                 std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(a, b, (lane / 2 + first + lane % 2 * Simd<T>::kWidth)...);
}

// A square of numbers, one column of it at b, b + column, …, as rows of a panel. Its rows, taken in turn from
// the first half and from the second one log2(W) times, are its columns.
template <class T>
void pack_square(const T* b, int64_t column, T* packed) {
  using S = Simd<T>;
  constexpr int W = S::kWidth;
  constexpr auto lanes = std::make_integer_sequence<int, W>();
  typename S::Vector x[W], y[W];
  for (int n = 0; n < W; ++n) x[n] = S::load(b + n * column);
#pragma GCC unroll 4
  for (int stage = 1; stage < W; stage *= 2) {
#pragma GCC unroll 16
    for (int i = 0; i < W / 2; ++i) {
      y[2 * i] = in_turn<T, 0>(x[i], x[i + W / 2], lanes);
      y[2 * i + 1] = in_turn<T, W / 2>(x[i], x[i + W / 2], lanes);
    }
#pragma GCC unroll 16
    for (int i = 0; i < W; ++i) x[i] = y[i];
  }
  for (int k = 0; k < W; ++k) S::store(packed + k * kPanel<T>, x[k]);
}

// Rows [first, last) of B's columns from n0 on as one block of a panel.
template <class T>
void pack_block(int64_t first, int64_t last, const T* b, int64_t row, int64_t column, int64_t columns,
                T* packed) {
  constexpr int64_t P = kPanel<T>;
  if (columns < P) std::fill(packed, packed + P * (last - first), T(0));
  if (column == 1) {
    for (int64_t k = first; k < last; ++k, packed += P) copy_panel_row(b + k * row, columns, packed);
    return;
  }
  constexpr int64_t W = Simd<T>::kWidth;
  for (int64_t k0 = first; k0 < last; k0 += W)
    for (int64_t n0 = 0; n0 < columns; n0 += W) {
      if constexpr (kVectorBytes > 16)
        if (row == 1 && k0 + W <= last && n0 + W <= columns) {
          pack_square<T>(b + k0 + n0 * column, column, packed + (k0 - first) * P + n0);
          continue;
        }
      for (int64_t n = n0; n < std::min(columns, n0 + W); ++n)
        for (int64_t k = k0; k < std::min(last, k0 + W); ++k)
          packed[(k - first) * P + n] = b[k * row + n * column];
    }
}

// B(k, n) = b[k * row + n * column].
template <class T>
void pack_panels(int64_t K, int64_t N, const T* b, int64_t row, int64_t column, T* packed) {
  constexpr int64_t P = kPanel<T>;
  for (int64_t k0 = 0; k0 < K; k0 += kDepth) {
    const int64_t end = std::min(K, k0 + kDepth);
    for (int64_t n0 = 0; n0 < N; n0 += P, packed += P * (end - k0))
      pack_block(k0, end, b + n0 * column, row, column, std::min(P, N - n0), packed);
  }
}

// Row n of a matrix [N, K] whose columns, its rows here, pack_panels() laid out.
template <class T>
void unpack_row(int64_t K, int64_t columns, const T* packed, int64_t n, T* row) {
  constexpr int64_t P = kPanel<T>;
  for (int64_t k0 = 0; k0 < K; k0 += kDepth) {
    const int64_t depth = std::min(kDepth, K - k0);
    const T* from = packed + k0 * columns + n / P * P * depth + n % P;
    for (int64_t k = 0; k < depth; ++k) row[k0 + k] = from[k * P];
  }
}

template <class T>
struct Strided {
  const T* data;
  int64_t row, column;  // A(m, k) = data[m * row + k * column]
};

template <class T>
struct Packed {
  const T* data;  // of pack_panels(K, N, …)
  int64_t K, N;
};

struct Range {
  int64_t first, last;
};

// What sums of products of T are: T, but for pairs of narrower numbers (product_pairs.cpp).
template <class T>
using Sum = typename Simd<T>::Sum;

// What happens to a tile once its sum is complete.
template <class T>
struct Epilogue {
  const Sum<T>* bias = nullptr;  // [N]
  Activation f = Activation::kNone;
  bool add = false;  // C += instead of C =
  bool fuse = true;  // fuses() of the device
};

// Memory to prefetch: `step` bytes from `from` on with each k.
struct Ahead {
  const char* from;
  int64_t step;

  void ask() {
#ifdef __wasm__  // which can only read; the sums do not wait for it
    (void)*static_cast<const volatile char*>(from);
#else
    __builtin_prefetch(from, 0, 2);
#endif
    from += step;
  }
};

// Some rows of A times a panel of B. By reference: a processor waits for all that was written before when it
// copies a structure whose parts were just set.
template <class T>
struct Tile {
  int64_t K;
  Strided<T> a;
  const T* panel;
  Ahead ahead;
  Sum<T>* c;
  int64_t c_row, columns;
  const Sum<T>* bias;  // null for none
  bool relu, add, fuse;
};

// Everything that is done with the sums keeps them in registers: loops without a branch inside.
template <class T, int R>
inline __attribute__((always_inline)) void finish_tile(
    const Tile<T>& of, typename Simd<Sum<T>>::Vector (&sum)[R][kPanelVectors]) {
  using Number = Sum<T>;
  using S = Simd<Number>;
  constexpr int64_t P = kPanel<T>;
  alignas(kVectorBytes) Number edge[R * P];
  const bool whole = of.columns == P;
  Number* out = whole ? of.c : edge;
  const int64_t out_row = whole ? of.c_row : P;
  const auto each = [&](auto&& f) {
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 16
      for (int v = 0; v < kPanelVectors; ++v) f(sum[r][v], out + r * out_row + v * S::kWidth, v * S::kWidth);
  };
  using Vector = typename S::Vector;
  if (of.add && !whole)
    for (int r = 0; r < R; ++r) std::copy_n(of.c + r * of.c_row, of.columns, edge + r * P);
  if (of.add) each([](Vector& y, Number* c, int) { y += S::load(c); });
  if (of.bias) each([&](Vector& y, Number*, int n) { y += S::load(of.bias + n); });
  if (of.relu) each([](Vector& y, Number*, int) { y = Number(0) > y ? Vector{} : y; });  // NaN stays NaN
  each([](Vector& y, Number* c, int) { S::store(c, y); });
  if (!whole)
    for (int r = 0; r < R; ++r) std::copy_n(edge + r * P, of.columns, of.c + r * of.c_row);
}

// Rows of A that are read through one pointer. A processor's addresses reach a pointer's row and, with one
// and two times the distance of rows, the next two: twelve pointers would not all fit into its registers.
#ifdef __wasm__
inline constexpr int kSharePointer = kTileRows;
#else
inline constexpr int kSharePointer = 3;
#endif

template <class T, int R, bool fuse>
inline __attribute__((always_inline)) void sum_tile(const Tile<T>& of,
                                                    typename Simd<Sum<T>>::Vector (&sum)[R][kPanelVectors]) {
  using S = Simd<T>;
  constexpr int W = S::kWidth;
  constexpr int kPointers = (R + kSharePointer - 1) / kSharePointer;
  const T *panel = of.panel, *a[kPointers];
  for (int p = 0; p < kPointers; ++p) a[p] = of.a.data + p * kSharePointer * of.a.row;
  const int64_t K = of.K, a_row = of.a.row, a_column = of.a.column;
  Ahead ahead = of.ahead;
  for (int64_t k = 0; k < K; ++k, panel += kPanel<T>) {
    ahead.ask();
    const typename S::Vector b0 = S::load(panel), b1 = S::load(panel + W);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      T value = a[r / kSharePointer][r % kSharePointer * a_row];
      sum[r][0] = S::template multiply_add<fuse>(value, b0, sum[r][0]);
      sum[r][1] = S::template multiply_add<fuse>(value, b1, sum[r][1]);
    }
#pragma GCC unroll 16
    for (int p = 0; p < kPointers; ++p) a[p] += a_column;
  }
}

// One tile of R rows. Not inlined: WebAssembly engines optimise a function after some calls, not inside one.
template <class T, int R>
__attribute__((noinline)) void multiply_tile(const Tile<T>& of) {
  typename Simd<Sum<T>>::Vector sum[R][kPanelVectors] = {};
  if (of.fuse || !kFuses)
    sum_tile<T, R, kFuses>(of, sum);
  else
    sum_tile<T, R, false>(of, sum);
  finish_tile<T, R>(of, sum);
}

template <class T, int R>
void multiply_tile_of(int64_t rows, const Tile<T>& tile) {
  if (rows == R) return multiply_tile<T, R>(tile);
  if constexpr (R > 1) multiply_tile_of<T, R - 1>(rows, tile);
}

// C = f(C) while it is in the cache. Not inlined: see tile().
template <class T>
__attribute__((noinline)) void activate_block(Activation f, Range rows, int64_t columns, T* c,
                                              int64_t c_row) {
  for (int64_t m = rows.first; m < rows.last; ++m)
    each_vector(c + m * c_row, c + m * c_row, columns, [f](auto v) { return activated<T>(f, v); });
}

// Some rows and columns of C = A·B; C has row stride c_row, and `columns` begins with a panel. While a block
// of a panel is used, the next one is fetched, a line now and then: weights that come from memory then cost
// little more than its bandwidth.
template <class T>
void gemm(Range rows, Range columns, Strided<T> a, Packed<T> b, Sum<T>* c, int64_t c_row,
          Epilogue<T> epilogue) {
  epilogue.fuse &= may_fuse();
  constexpr int64_t P = kPanel<T>;
  const int64_t count = rows.last - rows.first;
  const int64_t tiles = std::max<int64_t>(1, (count + kTileRows - 1) / kTileRows);
  const int64_t row_bytes = P * static_cast<int64_t>(sizeof(T)), step = (row_bytes + tiles - 1) / tiles;
  for (int64_t k0 = 0; k0 < std::max<int64_t>(1, b.K); k0 += kDepth) {  // once for K = 0: the sum is empty
    const int64_t depth = std::min(kDepth, b.K - k0);
    const bool done = k0 + depth == b.K;
    for (int64_t n0 = columns.first; n0 < columns.last; n0 += P) {
      const int64_t width = std::min(P, columns.last - n0);
      alignas(kVectorBytes) Sum<T> bias[P] = {};
      if (done && epilogue.bias) std::copy_n(epilogue.bias + n0, width, bias);
      const T* panel = b.data + k0 * panel_columns<T>(b.N) + n0 * depth;
      const bool last = panel + 2 * P * depth > b.data + packed_size<T>(b.K, b.N);  // nothing to ask for
      const char* next = reinterpret_cast<const char*>(last ? panel : panel + P * depth);
      // Tiles as equal as can be: 16 rows are 6, 5 and 5, not 6, 6 and 4.
      for (int64_t i = 0, m = rows.first; i < tiles; ++i) {
        const int64_t end = rows.first + count * (i + 1) / tiles;
        const Ahead ahead{next + depth * (row_bytes - step) * i / std::max<int64_t>(1, tiles - 1), step};
        const Strided<T> from{a.data + m * a.row + k0 * a.column, a.row, a.column};
        multiply_tile_of<T, kTileRows>(
            end - m, {depth, from, panel, ahead, c + m * c_row + n0, c_row, width,
                      done && epilogue.bias ? bias : nullptr, done && epilogue.f == Activation::kRelu,
                      epilogue.add || k0 > 0, epilogue.fuse});
        m = end;
      }
      if constexpr (!kForwardOnly)
        if (done && epilogue.f > Activation::kRelu) activate_block(epilogue.f, rows, width, c + n0, c_row);
    }
  }
}

HEED_END_KERNELS
