#include "engine/explain/affine_norm.h"

#include <cmath>

namespace heed::explain {
namespace {

double mean_of(const double* values, int64_t count) {
  double mean = 0;
  for (int64_t i = 0; i < count; ++i) mean += values[i] / static_cast<double>(count);
  return mean;
}

}  // namespace

void take_mean_away(double* values, int64_t count) {
  const double mean = mean_of(values, count);
  for (int64_t i = 0; i < count; ++i) values[i] -= mean;
}

std::vector<double> AffineNorm::operator()(const std::vector<double>& z) const {
  std::vector<double> y = z;
  if (centred) take_mean_away(y.data(), static_cast<int64_t>(y.size()));
  for (size_t d = 0; d < y.size(); ++d) y[d] = factor[d] * y[d] + (bias.empty() ? 0 : bias[d]);
  return y;
}

void AffineNorm::transpose(double* direction) const {
  for (size_t d = 0; d < factor.size(); ++d) direction[d] *= factor[d];
  if (centred) take_mean_away(direction, static_cast<int64_t>(factor.size()));
}

AffineNorm affine_norm(const std::vector<double>& z, const Matrix& weight, const Matrix& bias, double epsilon,
                       bool centred) {
  const auto D = static_cast<int64_t>(z.size());
  const double mean = centred ? mean_of(z.data(), D) : 0;
  double variance = 0;
  for (const double x : z) variance += (x - mean) * (x - mean) / static_cast<double>(D);
  AffineNorm map{weight.values, bias.values, centred};
  for (double& factor : map.factor) factor /= std::sqrt(variance + epsilon);
  return map;
}

}  // namespace heed::explain
