#include <Eigen/Core>

#include "tests/bench/products.h"

namespace heed::bench {
namespace {

using Matrix = Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

Matrix matrix(const Tensor& tensor) {
  return {tensor.data<float>(), tensor.size(0), tensor.size(1)};
}

}  // namespace

Multiplier eigen() {
  return {"eigen", false,
          [](const Tensor& x, const Tensor& W, const Tensor&, const Tensor& y) {
            matrix(y).noalias() = matrix(x) * matrix(W).transpose();
          },
          [](const Tensor& dy, const Tensor& W, const Tensor& dx) {
            matrix(dx).noalias() = matrix(dy) * matrix(W);
          },
          [](const Tensor& dy, const Tensor& x, const Tensor& dW) {
            matrix(dW).noalias() = matrix(dy).transpose() * matrix(x);
          }};
}

}  // namespace heed::bench
