#include "engine/explain/affine_norm.h"

#include <cmath>

namespace heed::explain {

std::vector<double> AffineNorm::operator()(const std::vector<double>& z) const {
  std::vector<double> y = constant;
  for (size_t d = 0; d < y.size(); ++d) y[d] += factor[d] * z[d];
  return y;
}

AffineNorm affine_norm(const std::vector<double>& z, const Matrix& weight, const Matrix& bias, double epsilon,
                       bool centred) {
  const auto D = static_cast<double>(z.size());
  double mean = 0, variance = 0;
  for (const double x : z) mean += centred ? x / D : 0;
  for (const double x : z) variance += (x - mean) * (x - mean) / D;
  const double s = std::sqrt(variance + epsilon);
  AffineNorm map{weight.values, std::vector<double>(z.size(), 0.0)};
  for (size_t d = 0; d < z.size(); ++d) {
    map.factor[d] /= s;
    map.constant[d] = (bias.values.empty() ? 0 : bias.values[d]) - map.factor[d] * mean;
  }
  return map;
}

}  // namespace heed::explain
