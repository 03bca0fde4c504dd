// Sums of products of 8 bits, four at a time: vpdpbusd of AVX-512 VNNI, which multiplies unsigned by signed
// bytes. The weights are the unsigned ones, 128 more than they are; the rows of x pay that back at the start
// of their sums. For the avx512 build only, and only called where the processor has it.
#pragma once

#if defined(__AVX512BW__)
#define HEED_HAVE_QUADS

#include <immintrin.h>

#include <cstring>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

// How int8_gemm.h multiplies with quads.
struct Quads {
  using Activation = int8_t;
  using Operand = int8_t;
  static constexpr int kGroup = 4, kVectors = 2, kRows = 12;
  static constexpr int64_t kColumns = kVectors * 16;
  static constexpr float kLevels = 127;
  static constexpr bool kZeros = false;
  static constexpr int32_t kWeightOffset = 128;

  using Vector = Simd<int32_t>::Vector;

  static const Operand* prepare(const int8_t* panel, int64_t, Operand*) { return panel; }

  // sums [R, kColumns] += Σ over k of a [k / 4][kRows][4] · panel [k / 4][kColumns][4].
  template <int R>
  __attribute__((noinline, target("avx512vnni"))) static void tile(const int8_t* a, const int8_t* panel,
                                                                   const int8_t* end, int32_t* sums) {
    Vector sum[R][kVectors] = {};
    for (; panel != end; a += 4 * kRows, panel += 4 * kColumns) {
      const __m512i b0 = _mm512_loadu_si512(panel), b1 = _mm512_loadu_si512(panel + 64);
      for (int r = 0; r < R; ++r) {
        int32_t four;
        std::memcpy(&four, a + 4 * r, sizeof four);
        const __m512i quad = _mm512_set1_epi32(four);
        sum[r][0] =
            reinterpret_cast<Vector>(_mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sum[r][0]), b0, quad));
        sum[r][1] =
            reinterpret_cast<Vector>(_mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sum[r][1]), b1, quad));
      }
    }
    for (int r = 0; r < R; ++r)
      for (int v = 0; v < kVectors; ++v) {
        int32_t* to = sums + r * kColumns + v * 16;
        Simd<int32_t>::store(to, Simd<int32_t>::load(to) + sum[r][v]);
      }
  }
};

HEED_END_KERNELS
#endif
