// Numbers that were read from a device, as the arithmetic of explanations takes them: float64, on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/tensor/tensor.h"

namespace heed::explain {

struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<double> values;  // [rows, columns]

  Matrix() = default;
  Matrix(int64_t r, int64_t c, double value = 0)
      : rows(r), columns(c), values(static_cast<size_t>(r * c), value) {}

  double* row(int64_t r) { return values.data() + r * columns; }
  const double* row(int64_t r) const { return values.data() + r * columns; }
  double& at(int64_t r, int64_t c) { return values[static_cast<size_t>(r * columns + c)]; }
  void append(const Matrix& more);  // below; of as many columns, or to an empty one

  double at(int64_t r, int64_t c) const { return values[static_cast<size_t>(r * columns + c)]; }
};

// All but the last axis are rows; an undefined tensor has none. Host memory, float32 or float64.
Matrix matrix_of(const Tensor& tensor);
// The same numbers as a tensor of this shape and type.
Tensor tensor_of(const std::vector<double>& values, const Shape& shape, DType dtype);
// `times` copies, one after the other along the first axis; of tensors of rank 1 or 2.
Shape tiled_shape(const Shape& shape, int64_t times);
Tensor tiled(const Tensor& tensor, int64_t times);

double dot(const double* a, const double* b, int64_t count);

}  // namespace heed::explain
