#include "engine/format/half.h"

#include <cstring>

namespace heed {
namespace {

// std::bit_cast, which the library of Emscripten 3.1.6 lacks.
uint32_t bits_of(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// The lowest `shift` bits go; what is left is rounded to the nearest, ties to even.
constexpr uint32_t round_off(uint32_t bits, uint32_t shift) {
  uint32_t odd = bits >> shift & 1;
  return (bits + ((1u << (shift - 1)) - 1) + odd) >> shift;
}

// Not inlined, for the browser's sake: see quantise.cpp.
template <class Convert>
[[gnu::noinline]] Tensor widen_with(Convert convert, const Tensor& tensor) {
  Tensor wide(tensor.shape(), DType::kFloat32);
  const auto* from = static_cast<const uint16_t*>(tensor.raw());
  auto* to = wide.data<float>();
  for (int64_t i = 0, count = tensor.count(); i < count; ++i) to[i] = convert(from[i]);
  return wide;
}

template <class Convert>
Tensor narrow_with(Convert convert, const Tensor& tensor, DType dtype) {
  Tensor small(tensor.shape(), dtype);
  const auto* from = tensor.data<float>();
  auto* to = static_cast<uint16_t*>(small.raw());
  for (int64_t i = 0, count = tensor.count(); i < count; ++i) to[i] = convert(from[i]);
  return small;
}

}  // namespace

float half_to_float(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t magnitude = bits & 0x7fff;
  if (magnitude >= 0x7c00) return float_of(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
  if (magnitude >= 0x400) return float_of(sign | ((magnitude << 13) + (112u << 23)));
  float denormal = static_cast<float>(magnitude) * 0x1p-24f;
  return float_of(sign | bits_of(denormal));
}

uint16_t float_to_half(float value) {
  uint32_t bits = bits_of(value);
  auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  uint32_t half = 0;
  if (magnitude > 0x7f800000)
    half = 0x7e00 | (magnitude >> 13 & 0x3ff);  // NaN stays NaN
  else if (magnitude >= 0x477ff000)
    half = 0x7c00;  // 65520 and more
  else if (magnitude >= 0x38800000)
    half = round_off(magnitude - (112u << 23), 13);
  else if (magnitude > 0x33000000) {  // a denormal: the hidden bit is shifted in; a carry makes it normal
    half = round_off((magnitude & 0x7fffff) | 0x800000, 126 - (magnitude >> 23));
  }
  return static_cast<uint16_t>(sign | half);
}

float bfloat16_to_float(uint16_t bits) {
  return float_of(static_cast<uint32_t>(bits) << 16);
}

uint16_t float_to_bfloat16(float value) {
  uint32_t bits = bits_of(value);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>(round_off(bits, 16));
}

Tensor widen(const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DType::kFloat16:
      return widen_with(half_to_float, tensor);
    case DType::kBFloat16:
      return widen_with(bfloat16_to_float, tensor);
    case DType::kFloat64:
      return tensor.to(DType::kFloat32);
    default:
      return tensor;
  }
}

Tensor narrow(const Tensor& tensor, DType dtype) {
  if (dtype == DType::kFloat16) return narrow_with(float_to_half, tensor, dtype);
  if (dtype == DType::kBFloat16) return narrow_with(float_to_bfloat16, tensor, dtype);
  fail("[narrow] to ", name_of(dtype), ": expected F16 or BF16.");
}

}  // namespace heed
