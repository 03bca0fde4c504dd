// Sums of products of 16 bits, two at a time: i32x4.dot_i16x8 of WebAssembly, pmaddwd of SSE2 to AVX-512.
// Weights stay int8 in memory; where many rows use a block of a panel, it is widened once for all of them.
#pragma once

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <immintrin.h>
#endif

#include <cstring>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

using Int32s = Simd<int32_t>;
using Int16s = Simd<int16_t>;

// Gives a0 b0 + a1 b1 for each pair of neighbours.
inline Int32s::Vector dot_pairs(Int16s::Vector a, Int16s::Vector b) {
#if defined(__wasm_simd128__)
  return reinterpret_cast<Int32s::Vector>(
      wasm_i32x4_dot_i16x8(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
#elif defined(__AVX512BW__)
  return reinterpret_cast<Int32s::Vector>(
      _mm512_madd_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
  return reinterpret_cast<Int32s::Vector>(
      _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
  return reinterpret_cast<Int32s::Vector>(
      _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  Int32s::Vector sum{};
  for (int i = 0; i < Int32s::kWidth; ++i) sum[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
  return sum;
#endif
}

// Two neighbours, over and over.
inline Int16s::Vector splat_pair(const int16_t* two) {
  int32_t both;
  std::memcpy(&both, two, sizeof both);
  return reinterpret_cast<Int16s::Vector>(Int32s::Vector{} + both);
}

// Columns of a panel and rows of x that are multiplied at a time.
inline constexpr int kPairVectors = 2, kPairUnroll = 2;
inline constexpr int kPairRows = kVectorBytes == 16 ? 4 : kTileRows;  // 16 is a usual number of rows
inline constexpr int64_t kPairColumns = kPairVectors * Int32s::kWidth;

inline Int16s::Vector widened(const int8_t* weights) {
  typedef int8_t Bytes __attribute__((vector_size(kVectorBytes / 2), aligned(1), may_alias));
  return __builtin_convertvector(*reinterpret_cast<const Bytes*>(weights), Int16s::Vector);
}
inline Int16s::Vector widened(const int16_t* weights) {
  return Int16s::load(weights);
}

// sums [R, kPairColumns] += Σ over k of a [k / 2][kPairRows][2] · panel [k / 2][kPairColumns][2], weights up
// to `end`. Not inlined: see gemm.h.
template <int R, class Weight>
__attribute__((noinline)) void pair_tile(const int16_t* a, const Weight* panel, const Weight* end,
                                         int32_t* sums) {
  Int32s::Vector sum[R][kPairVectors] = {};
  for (; panel != end; a += kPairUnroll * 2 * kPairRows, panel += kPairUnroll * 2 * kPairColumns)
    for (int u = 0; u < kPairUnroll; ++u) {
      const Weight* b = panel + u * 2 * kPairColumns;
      const Int16s::Vector b0 = widened(b), b1 = widened(b + Int16s::kWidth);
      for (int r = 0; r < R; ++r) {
        const Int16s::Vector pair = splat_pair(a + (u * kPairRows + r) * 2);
        sum[r][0] += dot_pairs(pair, b0);
        sum[r][1] += dot_pairs(pair, b1);
      }
    }
  for (int r = 0; r < R; ++r)
    for (int v = 0; v < kPairVectors; ++v) {
      int32_t* to = sums + r * kPairColumns + v * Int32s::kWidth;
      Int32s::store(to, Int32s::load(to) + sum[r][v]);
    }
}

HEED_END_KERNELS
