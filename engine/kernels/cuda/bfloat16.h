// bfloat16 as kernels write it: the upper half of a float32.
#pragma once

#include <bit>

#include "engine/kernels/cuda/team.h"

namespace heed::cuda {

// The bits of the nearest bfloat16, of two equally near ones the even; NaN stays NaN.
HEED_DEVICE inline uint16_t bfloat16_of(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>(bits >> 16 | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

}  // namespace heed::cuda
