// Sums of products of 16 bits, two at a time: i32x4.dot_i16x8 of WebAssembly, pmaddwd of SSE2 to AVX-512.
// Weights stay int8 in memory; a block of a panel is widened once and then serves all rows.
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

// Of each pair of neighbours a0 b0 + a1 b1.
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

// How int8_gemm.h multiplies with pairs.
struct Pairs {
  using Activation = int16_t;  // a row of x
  using Operand = int16_t;     // a panel as the tile reads it
  static constexpr int kGroup = 2, kVectors = 2, kUnroll = 2;
  static constexpr int kRows = kVectorBytes == 16 ? 4 : kTileRows;  // 16 is a usual number of rows
  static constexpr int64_t kColumns = kVectors * Int32s::kWidth;
  static constexpr float kLevels = 32767;
  static constexpr bool kZeros = false;
  static constexpr int32_t kWeightOffset = 0;

  // `count` weights as the tile reads them; `room` has place for them.
  static const Operand* prepare(const int8_t* panel, int64_t count, Operand* room) {
    typedef int8_t Bytes __attribute__((vector_size(kVectorBytes / 2), aligned(1), may_alias));
    for (int64_t i = 0; i < count; i += Int16s::kWidth)
      Int16s::store(room + i,
                    __builtin_convertvector(*reinterpret_cast<const Bytes*>(panel + i), Int16s::Vector));
    return room;
  }

  // sums [R, kColumns] += Σ over k of a [k / 2][kRows][2] · panel [k / 2][kColumns][2], `count` numbers of
  // the panel. Not inlined: see gemm.h.
  template <int R>
  __attribute__((noinline)) static void tile(const int16_t* a, const int16_t* panel, const int16_t* end,
                                             int32_t* sums) {
    Int32s::Vector sum[R][kVectors] = {};
    for (; panel != end; a += kUnroll * 2 * kRows, panel += kUnroll * 2 * kColumns)
      for (int u = 0; u < kUnroll; ++u) {
        const int16_t* b = panel + u * 2 * kColumns;
        const Int16s::Vector b0 = Int16s::load(b), b1 = Int16s::load(b + Int16s::kWidth);
        for (int r = 0; r < R; ++r) {
          const Int16s::Vector pair = splat_pair(a + (u * kRows + r) * 2);
          sum[r][0] += dot_pairs(pair, b0);
          sum[r][1] += dot_pairs(pair, b1);
        }
      }
    for (int r = 0; r < R; ++r)
      for (int v = 0; v < kVectors; ++v) {
        int32_t* to = sums + r * kColumns + v * Int32s::kWidth;
        Int32s::store(to, Int32s::load(to) + sum[r][v]);
      }
  }
};

HEED_END_KERNELS
