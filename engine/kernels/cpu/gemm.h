// C [M, N] = A [M, K] · B [K, N], the product everything rests on.
//
// B is packed into panels of kPanel columns, [N / kPanel][K][kPanel], zero-filled on the right. A tile of
// kTileRows × kPanel of C stays in registers while k runs: per k one row of the panel is loaded and each of
// A's values is broadcast. A is read where it lies, through strides, so Aᵀ costs nothing. (Goto & van de
// Geijn 2008, without packing A: the matrices here are a few hundred rows.)
#pragma once

#include <algorithm>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

inline constexpr int kPanelVectors = 2;
inline constexpr int64_t kDepth = 256;  // k is cut into blocks, so that a block of a panel stays in L1

template <class T>
inline constexpr int64_t kPanel = kPanelVectors* Simd<T>::kWidth;

template <class T>
int64_t packed_size(int64_t K, int64_t N) {
  return (N + kPanel<T> - 1) / kPanel<T> * kPanel<T> * K;
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

// B(k, n) = b[k * row + n * column].
template <class T>
void pack_panels(int64_t K, int64_t N, const T* b, int64_t row, int64_t column, T* packed) {
  constexpr int64_t P = kPanel<T>;
  for (int64_t n0 = 0; n0 < N; n0 += P, packed += P * K) {
    int64_t columns = std::min(P, N - n0);
    if (columns < P) std::fill(packed, packed + P * K, T(0));
    if (column == 1) {
      for (int64_t k = 0; k < K; ++k) copy_panel_row(b + k * row + n0, columns, packed + k * P);
    } else {
      for (int64_t k0 = 0; k0 < K; k0 += 16)
        for (int64_t n = 0; n < columns; ++n)
          for (int64_t k = k0; k < std::min(K, k0 + 16); ++k)
            packed[k * P + n] = b[k * row + (n0 + n) * column];
    }
  }
}

template <class T>
struct Strided {
  const T* data;
  int64_t row, column;  // A(m, k) = data[m * row + k * column]
};

// What happens to a tile once its sum is complete.
template <class T>
struct Epilogue {
  const T* bias = nullptr;  // [N]
  bool relu = false;
  bool add = false;  // C += instead of C =
};

// What is to lie in the cache next: `step` bytes from `from` on are asked for with each k.
struct Ahead {
  const char* from;
  int64_t step;
};

// One tile of R rows. Not inlined: WebAssembly engines optimise a function after some calls, not inside one.
template <class T, int R>
__attribute__((noinline)) void tile(int64_t K, Strided<T> a, const T* panel, Ahead ahead, T* c, int64_t c_row,
                                    int64_t columns, const T* bias, bool relu, bool add) {
  using S = Simd<T>;
  using Vector = typename S::Vector;
  constexpr int W = S::kWidth;
  Vector sum[R][kPanelVectors] = {};
  for (int64_t k = 0; k < K; ++k, panel += kPanel<T>, a.data += a.column, ahead.from += ahead.step) {
    __builtin_prefetch(ahead.from, 0, 2);
    Vector b0 = S::load(panel), b1 = S::load(panel + W);
    for (int r = 0; r < R; ++r) {
      T value = a.data[r * a.row];
      sum[r][0] += value * b0;
      sum[r][1] += value * b1;
    }
  }
  alignas(kVectorBytes) T edge[kPanel<T>];
  for (int r = 0; r < R; ++r, c += c_row) {
    T* out = columns == kPanel<T> ? c : edge;
    if (out == edge) std::copy_n(c, columns, edge);
    for (int v = 0; v < kPanelVectors; ++v) {
      Vector y = sum[r][v];
      if (add) y += S::load(out + v * W);
      if (bias) y += S::load(bias + v * W);
      if (relu) y = T(0) > y ? Vector{} : y;  // NaN stays NaN
      S::store(out + v * W, y);
    }
    if (out == edge) std::copy_n(edge, columns, c);
  }
}

template <class T, int R>
void tile_rows(int64_t rows, int64_t K, Strided<T> a, const T* panel, Ahead ahead, T* c, int64_t c_row,
               int64_t columns, const T* bias, bool relu, bool add) {
  if (rows == R) return tile<T, R>(K, a, panel, ahead, c, c_row, columns, bias, relu, add);
  if constexpr (R > 1) tile_rows<T, R - 1>(rows, K, a, panel, ahead, c, c_row, columns, bias, relu, add);
}

// Rows [first, last) of C = A·B with B packed; C has row stride c_row. While a block of a panel is used, the
// next one is fetched, a line now and then: weights that come from memory then cost no more than its
// bandwidth.
template <class T>
void gemm(int64_t first, int64_t last, int64_t N, int64_t K, Strided<T> a, const T* packed, T* c,
          int64_t c_row, Epilogue<T> epilogue) {
  constexpr int64_t P = kPanel<T>;
  const int64_t tiles = std::max<int64_t>(1, (last - first + kTileRows - 1) / kTileRows);
  for (int64_t k0 = 0; k0 < std::max<int64_t>(1, K); k0 += kDepth) {  // once for K = 0: the sum is empty
    int64_t depth = std::min(kDepth, K - k0);
    bool done = k0 + depth == K;
    const int64_t step = (P * static_cast<int64_t>(sizeof(T)) + tiles - 1) / tiles;
    for (int64_t n0 = 0; n0 < N; n0 += P) {
      int64_t columns = std::min(P, N - n0);
      alignas(kVectorBytes) T bias[P] = {};
      const T* b = nullptr;
      if (done && epilogue.bias) {
        std::copy_n(epilogue.bias + n0, columns, bias);
        b = bias;
      }
      const T* panel = packed + n0 * K + k0 * P;
      const T* next = n0 + P < N ? panel + P * K : packed + (k0 + depth) * P;
      Ahead ahead{reinterpret_cast<const char*>(next), step};
      for (int64_t m = first; m < last; m += kTileRows, ahead.from += depth * step)
        tile_rows<T, kTileRows>(std::min<int64_t>(kTileRows, last - m), depth,
                                {a.data + m * a.row + k0 * a.column, a.row, a.column}, panel, ahead,
                                c + m * c_row + n0, c_row, columns, b, done && epilogue.relu,
                                epilogue.add || k0 > 0);
    }
  }
}

HEED_END_KERNELS
