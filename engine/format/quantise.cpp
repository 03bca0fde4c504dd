#include "engine/format/quantise.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float kLargest = 127;

float scale_of(const float* row, int64_t columns) {
  float largest = 0;
  for (int64_t i = 0; i < columns; ++i) largest = std::max(largest, std::abs(row[i]));
  return largest / kLargest;
}

int8_t rounded(float x, float scale) {
  // Where the scale is denormal it is coarse, and the quotient may pass 127.
  const float quotient = scale > 0 ? std::clamp(x / scale, -kLargest, kLargest) : 0.0f;
  return static_cast<int8_t>(std::nearbyint(quotient));
}

// The loops over a whole tensor are functions of their own: a browser optimises a hot function whole, and
// inlined into heed_open() these would have it spend more time on that than on opening the model.
[[gnu::noinline]] const float* first_not_finite(const float* values, const float* end) {
  return std::find_if_not(values, end, [](float value) { return std::isfinite(value); });
}

[[gnu::noinline]] void dequantise_rows(int64_t rows, int64_t columns, const int8_t* values,
                                       const float* scales, float* result) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t i = r * columns; i < (r + 1) * columns; ++i)
      result[i] = static_cast<float>(values[i]) * scales[r];
}

[[gnu::noinline]] void dequantise_columns(int64_t rows, int64_t columns, const int8_t* values,
                                          const float* scales, float* result) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t i = 0; i < columns; ++i)
      result[r * columns + i] = static_cast<float>(values[r * columns + i]) * scales[i];
}

}  // namespace

void check_finite(const Tensor& tensor, const std::string& name) {
  if (tensor.dtype() != DType::kFloat32) return;
  const float* values = tensor.data<float>();
  const float* end = values + tensor.count();
  const float* found = first_not_finite(values, end);
  check(found == end, "[", name, "] of shape ", tensor.shape(), " holds ", found == end ? 0.0f : *found,
        " at element ", found - values,
        ", expected finite numbers: the file is damaged, or training diverged.");
}

Quantised quantise(const Tensor& tensor, const std::string& name) {
  check_finite(tensor, name);
  int64_t rows = tensor.shape().rows();
  int64_t columns = tensor.shape().columns();
  Quantised result{Tensor(tensor.shape(), DType::kInt8), Tensor({rows}, DType::kFloat32)};
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = tensor.data<float>() + r * columns;
    int8_t* quantised = result.values.data<int8_t>() + r * columns;
    float scale = scale_of(row, columns);
    result.scale.data<float>()[r] = scale;
    for (int64_t i = 0; i < columns; ++i) {
      quantised[i] = rounded(row[i], scale);
    }
  }
  return result;
}

Quantised quantise_columns(const Tensor& tensor, const std::string& name) {
  const Shape& shape = tensor.shape();
  check(shape.rows() > shape.columns(), "[", name, "] is ", shape, ": expected more rows than columns.");
  Quantised made = quantise_outputs(tensor, name);
  return {made.values, made.scale.reshaped({shape.columns()})};
}

Quantised quantise_outputs(const Tensor& tensor, const std::string& name) {
  check_finite(tensor, name);
  const int64_t rows = tensor.shape().rows(), columns = tensor.shape().columns();
  Quantised result{Tensor(tensor.shape(), DType::kInt8), Tensor::zeros({1, columns}, DType::kFloat32)};
  const float* values = tensor.data<float>();
  float* scale = result.scale.data<float>();
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t i = 0; i < columns; ++i)
      scale[i] = std::max(scale[i], std::abs(values[r * columns + i]) / kLargest);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t i = 0; i < columns; ++i)
      result.values.data<int8_t>()[r * columns + i] = rounded(values[r * columns + i], scale[i]);
  return result;
}

bool worth_quantising(const Shape& shape, DType type) {
  const bool wide = type == DType::kFloat32 || type == DType::kFloat16 || type == DType::kBFloat16;
  return wide && shape.rank() == 2 && shape[0] >= 16 && shape.count() >= 1024;
}

Tensor dequantise(const Quantised& quantised, const std::string& name) {
  const auto& [values, scale] = quantised;
  int64_t rows = values.shape().rows();
  int64_t columns = values.shape().columns();
  const bool per_row = scale.shape() == Shape{rows};
  const bool per_column = scale.shape() == Shape{columns} || scale.shape() == Shape{1, columns};
  check(scale.dtype() == DType::kFloat32 && (per_row || per_column), "[", name, kScaleSuffix, "] is ",
        name_of(scale.dtype()), " ", scale.shape(), ", expected F32 [", rows, "] for the rows of ",
        values.shape(), ", or [", columns, "] for its columns.");
  Tensor result(values.shape(), DType::kFloat32);
  (per_row ? dequantise_rows : dequantise_columns)(rows, columns, values.data<int8_t>(), scale.data<float>(),
                                                   result.data<float>());
  return result;
}

}  // namespace heed
