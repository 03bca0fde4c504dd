#include "engine/explain/matrix.h"

#include <cstring>

namespace heed::explain {

void Matrix::append(const Matrix& more) {
  columns = more.columns;
  rows += more.rows;
  values.insert(values.end(), more.values.begin(), more.values.end());
}

Matrix matrix_of(const Tensor& tensor) {
  Matrix matrix;
  if (!tensor.defined()) return matrix;
  matrix.rows = tensor.shape().rows();
  matrix.columns = tensor.shape().columns();
  if (tensor.dtype() == DType::kFloat64)
    matrix.values = tensor.values<double>();
  else
    matrix.values.assign(tensor.data<float>(), tensor.data<float>() + tensor.count());
  return matrix;
}

Tensor tensor_of(const std::vector<double>& values, const Shape& shape, DType dtype) {
  const Tensor wide = Tensor::of<double>(shape, values);
  return dtype == DType::kFloat64 ? wide : wide.to(dtype);
}

Shape tiled_shape(const Shape& shape, int64_t times) {
  return shape.rank() == 1 ? Shape{times * shape[0]} : Shape{times * shape[0], shape[1]};
}

Tensor tiled(const Tensor& tensor, int64_t times) {
  Tensor all(tiled_shape(tensor.shape(), times), tensor.dtype());
  for (int64_t i = 0; i < times; ++i)
    std::memcpy(static_cast<char*>(all.raw()) + static_cast<size_t>(i) * tensor.bytes(), tensor.raw(),
                tensor.bytes());
  return all;
}

double dot(const double* a, const double* b, int64_t count) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace heed::explain
