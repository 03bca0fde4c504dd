// float16 (IEEE 754 binary16) and bfloat16 (the upper half of a float32), which are for storage only.
// Widening is exact, zeros, denormals, infinities and NaN included; narrowing rounds to the nearest, ties to
// even.
#pragma once

#include <cstdint>

#include "engine/tensor/tensor.h"

namespace heed {

float half_to_float(uint16_t bits);
uint16_t float_to_half(float value);  // infinity from 65520 on
float bfloat16_to_float(uint16_t bits);
uint16_t float_to_bfloat16(float value);

// float16, bfloat16 and float64 become float32; other types are returned as they are (same memory).
Tensor widen(const Tensor& tensor);
// float32 to float16 or bfloat16, same shape.
Tensor narrow(const Tensor& tensor, DType dtype);

}  // namespace heed
