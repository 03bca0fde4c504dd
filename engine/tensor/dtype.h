// Number types. float32 and int32 are what the CPU computes in, float64 is there for gradient checks;
// float16, bfloat16 and int8 are storage types of weights, widened when a model is opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed {

enum class DType : uint8_t { kFloat32, kFloat64, kInt32, kFloat16, kBFloat16, kInt8, kUInt8, kInt64 };

constexpr size_t size_of(DType type) {
  switch (type) {
    case DType::kFloat64:
    case DType::kInt64:
      return 8;
    case DType::kFloat32:
    case DType::kInt32:
      return 4;
    case DType::kFloat16:
    case DType::kBFloat16:
      return 2;
    case DType::kInt8:
    case DType::kUInt8:
      return 1;
  }
  return 0;
}

// "F32", "F64", "I32", …: the names of the safetensors format.
constexpr const char* name_of(DType type) {
  constexpr const char* kNames[] = {"F32", "F64", "I32", "F16", "BF16", "I8", "U8", "I64"};
  return kNames[static_cast<size_t>(type)];
}

template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, float>)
    return DType::kFloat32;
  else if constexpr (std::is_same_v<T, double>)
    return DType::kFloat64;
  else if constexpr (std::is_same_v<T, int32_t>)
    return DType::kInt32;
  else if constexpr (std::is_same_v<T, int8_t>)
    return DType::kInt8;
  else if constexpr (std::is_same_v<T, uint8_t>)
    return DType::kUInt8;
  else if constexpr (std::is_same_v<T, int64_t>)
    return DType::kInt64;
  else
    static_assert(!sizeof(T), "no DType for this type");
}

}  // namespace heed
