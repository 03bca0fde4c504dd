// Numbers that a thread moves eight at a time, and bfloat16, the upper half of a float32: one float a thread
// leaves half of what a GPU's memory could do unused.
#pragma once

#include <bit>

#include "engine/kernels/cuda/team.h"

namespace heed::cuda {

inline constexpr int64_t kUnit = 8;

struct alignas(16) NarrowUnit {
  uint16_t bits[kUnit];
};
struct alignas(16) Four {
  float x[4];
};
struct WideUnit {
  Four halves[2];
  HEED_DEVICE float& operator[](int64_t i) { return halves[i / 4].x[i % 4]; }
};

HEED_DEVICE inline bool lie_in_fours(const float* x) {
  return reinterpret_cast<uintptr_t>(x) % alignof(Four) == 0;
}

HEED_DEVICE inline WideUnit read_unit(const float* from) {
  WideUnit unit;
  if (lie_in_fours(from))
    for (int64_t i = 0; i < 2; ++i) unit.halves[i] = reinterpret_cast<const Four*>(from)[i];
  else
    for (int64_t i = 0; i < kUnit; ++i) unit[i] = from[i];
  return unit;
}

HEED_DEVICE inline void write_unit(WideUnit unit, float* to) {
  if (lie_in_fours(to))
    for (int64_t i = 0; i < 2; ++i) reinterpret_cast<Four*>(to)[i] = unit.halves[i];
  else
    for (int64_t i = 0; i < kUnit; ++i) to[i] = unit[i];
}

// The bits of the nearest bfloat16, of two equally near ones the even; NaN stays NaN.
HEED_DEVICE inline uint16_t bfloat16_of(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>(bits >> 16 | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

HEED_DEVICE inline NarrowUnit narrowed(WideUnit wide) {
  NarrowUnit unit;
  for (int64_t i = 0; i < kUnit; ++i) unit.bits[i] = bfloat16_of(wide[i]);
  return unit;
}

HEED_DEVICE inline WideUnit widened(NarrowUnit narrow) {
  WideUnit unit;
  for (int64_t i = 0; i < kUnit; ++i) unit[i] = std::bit_cast<float>(uint32_t{narrow.bits[i]} << 16);
  return unit;
}

// The numbers f(0) to f(kUnit - 1).
template <class F>
HEED_DEVICE WideUnit unit_of(const F& f) {
  WideUnit unit;
  HEED_UNROLL
  for (int64_t i = 0; i < kUnit; ++i) unit[i] = f(i);
  return unit;
}

}  // namespace heed::cuda
