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
#else
inline constexpr int kVectorBytes = 16, kTileRows = 4;
#endif

template <class T>
struct Simd {
  static constexpr int kWidth = kVectorBytes / static_cast<int>(sizeof(T));
  typedef T Vector __attribute__((vector_size(kVectorBytes)));
  typedef T Unaligned __attribute__((vector_size(kVectorBytes), aligned(sizeof(T)), may_alias));

  static Vector load(const T* p) { return *reinterpret_cast<const Unaligned*>(p); }
  static void store(T* p, Vector v) { *reinterpret_cast<Unaligned*>(p) = v; }
};

HEED_END_KERNELS
