// Vectors of this build's instruction set, in the compiler's own vector types: one source for AVX-512, AVX2,
// SSE, NEON and WebAssembly. HEED_ISA names the build; kernel files are compiled once per instruction set.
#pragma once

#include <cstdint>

#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_FMA) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "engine/base/random.h"

#ifndef HEED_ISA
#define HEED_ISA baseline
#endif

// Kernels of one build live in a namespace of its name, so that builds stand side by side in one program.
#define HEED_BEGIN_KERNELS namespace heed::cpu::HEED_ISA {
#define HEED_END_KERNELS }

HEED_BEGIN_KERNELS

#if defined(__AVX512F__)
inline constexpr int kVectorBytes = 64, kTileRows = 12;
#elif defined(__AVX__)
inline constexpr int kVectorBytes = 32, kTileRows = 6;
#elif defined(__wasm_relaxed_simd__)
inline constexpr int kVectorBytes = 16, kTileRows = 6;
#elif defined(HEED_FORWARD_ONLY)
inline constexpr int kVectorBytes = 16, kTileRows = 4;  // a kilobyte less to download
#else
inline constexpr int kVectorBytes = 16, kTileRows = 5;  // a product and a sum need a register between them
#endif

// a b + c in one step, rounded once. Compilers fuse nothing by themselves (-ffp-contract=off): all but
// products of float matrices then has the same bits with every instruction set.
#if defined(__AVX512F__)
inline __m512 fused(__m512 a, __m512 b, __m512 c) {
  return _mm512_fmadd_ps(a, b, c);
}
inline __m512d fused(__m512d a, __m512d b, __m512d c) {
  return _mm512_fmadd_pd(a, b, c);
}
#elif defined(__FMA__)
inline __m256 fused(__m256 a, __m256 b, __m256 c) {
  return _mm256_fmadd_ps(a, b, c);
}
inline __m256d fused(__m256d a, __m256d b, __m256d c) {
  return _mm256_fmadd_pd(a, b, c);
}
#elif defined(__ARM_FEATURE_FMA) && defined(__aarch64__)
inline float32x4_t fused(float32x4_t a, float32x4_t b, float32x4_t c) {
  return vfmaq_f32(c, a, b);
}
inline float64x2_t fused(float64x2_t a, float64x2_t b, float64x2_t c) {
  return vfmaq_f64(c, a, b);
}
#elif defined(__wasm_relaxed_simd__)
typedef float Float4 __attribute__((vector_size(16)));
typedef double Double2 __attribute__((vector_size(16)));
// f32x4.relaxed_madd: rounded once or twice as is faster. Compilers before the instruction got its final code
// write an earlier one, which web/bindings/relaxed_simd.mjs replaces after linking.
inline Float4 fused(Float4 a, Float4 b, Float4 c) {
#if __has_builtin(__builtin_wasm_relaxed_madd_f32x4)
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
#else
  return __builtin_wasm_fma_f32x4(a, b, c);
#endif
}
inline Double2 fused(Double2 a, Double2 b, Double2 c) {
  return a * b + c;
}
// Where the browser lacks the instruction, the page puts v128.bitselect in its place before it compiles the
// module (web/src/engine/relaxed.ts). 2 · 2 + 2 is 2 then. No optimiser may know that it is a two.
#define HEED_MAY_FUSE
inline bool may_fuse() {
  const volatile float two = 2;
  const Float4 twos = two - Float4{};
  return fused(twos, twos, twos)[0] == 6;
}
#else
#define HEED_FUSES false
#endif
#ifndef HEED_FUSES
#define HEED_FUSES true
#endif
inline constexpr bool kFuses = HEED_FUSES;
#undef HEED_FUSES

// Whether fused() does what it says.
#ifndef HEED_MAY_FUSE
inline constexpr bool may_fuse() {
  return true;
}
#endif
#undef HEED_MAY_FUSE

// The build of the page's first module (engine/wasm.cmake): forwards, in float32, and with what models that
// ship have of activations.
#ifdef HEED_FORWARD_ONLY
inline constexpr bool kForwardOnly = true;
#else
inline constexpr bool kForwardOnly = false;
#endif

// Float64 is what tests hold gradients against: the page's modules do without, which is a tenth of them.
#if defined(HEED_FORWARD_ONLY) || defined(HEED_FLOAT32_ONLY)
inline constexpr bool kFloat64 = false;
#else
inline constexpr bool kFloat64 = true;
#endif

template <class T>
struct Simd {
  using Sum = T;  // of products
  static constexpr int kWidth = kVectorBytes / static_cast<int>(sizeof(T));
  typedef T Vector __attribute__((vector_size(kVectorBytes)));
  typedef T Unaligned __attribute__((vector_size(kVectorBytes), aligned(sizeof(T)), may_alias));

  static Vector load(const T* p) { return *reinterpret_cast<const Unaligned*>(p); }
  static void store(T* p, Vector v) { *reinterpret_cast<Unaligned*>(p) = v; }

  // a b + c; with `fuse` in one step where the processor has it.
  template <bool fuse>
  static Vector multiply_add(T a, Vector b, Vector c) {
    if constexpr (fuse && kFuses)
      return fused(a - Vector{}, b, c);
    else
      return a * b + c;
  }
};

// As many sums side by side with every instruction set, in one vector or several, so that their total has the
// same bits.
template <class T>
struct LaneSums {
  using Vector = typename Simd<T>::Vector;
  static constexpr int kLanes = 64 / static_cast<int>(sizeof(T)), kVectors = 64 / kVectorBytes;
  Vector sums[kVectors] = {};

  // of(lane) gives the summands of the lanes from `lane` on.
  template <class F>
  void add(const F& of) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sums[v] += of(v * Simd<T>::kWidth);
  }
  T total() const {
    T total = 0;
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v)
#pragma GCC unroll 16
      for (int lane = 0; lane < Simd<T>::kWidth; ++lane) total += sums[v][lane];
    return total;
  }
};

HEED_END_KERNELS
