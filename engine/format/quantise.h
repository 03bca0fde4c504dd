// int8 storage of weights: x ≈ q * scale with one float32 scale per row, scale = max|row| / 127, symmetric.
// A row is everything but the last axis, as Shape::rows() counts. The error of an element is at most scale
// / 2. In a file the tensor `name` is I8, and `name + kScaleSuffix` its scales, F32 [rows].
//
// In a narrow table (votes of words per class) the scales would outweigh the numbers: it has one scale per
// column, F32 [columns], with x ≈ q * scale[column]. A matrix that is stored [in, out] likewise has F32 [1,
// columns], so that each output has a scale of its own.
#pragma once

#include <string>

#include "engine/tensor/tensor.h"

namespace heed {

constexpr const char* kScaleSuffix = ".scale";

struct Quantised {
  Tensor values;  // int8, the shape of the original
  Tensor scale;   // float32 [rows], [columns] or [1, columns]; 0 for a row or column of zeros
};

// float32 in; Error naming the tensor when an element is not finite.
Quantised quantise(const Tensor& tensor, const std::string& name);
// With a scale per column. The tensor must have more rows than columns: the number of scales says which it
// is.
Quantised quantise_columns(const Tensor& tensor, const std::string& name);
// With a scale per column, [1, columns], of any matrix.
Quantised quantise_outputs(const Tensor& tensor, const std::string& name);
Tensor dequantise(const Quantised& quantised, const std::string& name);

// Whether a matrix of another maker's model is stored as int8, or made int8 when it is opened: those that
// take the memory. The few rows of a head of classes decide too much, and save nothing.
bool worth_quantising(const Shape& shape, DType type);

// Error naming the tensor and the position when a float32 element is NaN or infinite; other types pass.
void check_finite(const Tensor& tensor, const std::string& name);

}  // namespace heed
