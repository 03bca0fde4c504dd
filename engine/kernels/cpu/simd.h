// Vectors of this build's instruction set, in the compiler's own vector types: one source for AVX-512, AVX2,
// SSE, NEON and WebAssembly. HEED_ISA names the build; kernel files are compiled once per instruction set.
#pragma once

#include <cstdint>

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

#ifdef __wasm_relaxed_simd__
typedef float Float4 __attribute__((vector_size(16)));
// f32x4.relaxed_madd: a b + c, rounded once or twice as is faster. Compilers before the instruction got its
// final code write an earlier one, which web/bindings/relaxed_simd.mjs replaces after linking.
inline Float4 relaxed_madd(Float4 a, Float4 b, Float4 c) {
#if __has_builtin(__builtin_wasm_relaxed_madd_f32x4)
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
#else
  return __builtin_wasm_fma_f32x4(a, b, c);
#endif
}
#endif

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

  // a b + c, in one step where the processor has it.
  static Vector multiply_add(T a, Vector b, Vector c) {
#ifdef __wasm_relaxed_simd__
    if constexpr (sizeof(T) == sizeof(float)) return relaxed_madd(Float4{a, a, a, a}, b, c);
#endif
    return a * b + c;
  }
};

HEED_END_KERNELS
