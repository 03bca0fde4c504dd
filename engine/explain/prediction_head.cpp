#include "engine/explain/prediction_head.h"

#include <cmath>

#include "engine/explain/affine_norm.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/kernels/kernels.h"

namespace heed::explain {
namespace {

using Vector = std::vector<double>;

// W r + b; no `b`: W r.
Vector product(const Matrix& W, const Vector& r, const Matrix& b) {
  Vector u = b.values;
  u.resize(static_cast<size_t>(W.rows));
  for (int64_t i = 0; i < W.rows; ++i) u[static_cast<size_t>(i)] += dot(W.row(i), r.data(), W.columns);
  return u;
}

// In float32: kernels of the page know no other.
Vector activated(Activation f, const Vector& u) {
  if (f == Activation::kNone) return u;
  const Tensor units = tensor_of(u, {static_cast<int64_t>(u.size())}, DType::kFloat32);
  const Device host = cpu::device();
  host.kernels->elementwise.activate(host, f, units, units);
  return matrix_of(units).values;
}

// f(u) / u, which tends to a number where u tends to zero: f(0) = 0.
Vector shares_let_through(Activation f, Vector u) {
  constexpr double kNearZero = 1e-6;
  for (double& x : u)
    if (std::abs(x) < kNearZero) x = kNearZero;
  Vector shares = activated(f, u);
  for (size_t i = 0; i < u.size(); ++i) shares[i] /= u[i];
  return shares;
}

// The mean of the first `rows` of them.
Vector mean_of(const Matrix& states, int64_t rows) {
  Vector mean(static_cast<size_t>(states.columns));
  for (int64_t n = 0; n < rows; ++n)
    for (int64_t d = 0; d < states.columns; ++d)
      mean[static_cast<size_t>(d)] += states.at(n, d) / static_cast<double>(rows);
  return mean;
}

// Along units whose mean the norm takes away: what is the same in all of them adds nothing.
Vector centred(const double* scores, const Vector& factor) {
  Vector slopes = factor;
  double mean = 0;
  for (size_t i = 0; i < slopes.size(); ++i)
    mean += (slopes[i] *= scores[i]) / static_cast<double>(slopes.size());
  for (double& slope : slopes) slope -= mean;
  return slopes;
}

}  // namespace

HeadMap map_of_head(const Subject& subject, const Matrix& states, const std::vector<int64_t>& classes,
                    StreamWeights& weights) {
  const Matrix &W = weights["head.dense.weight"], &b = weights["head.dense.bias"];
  const Matrix &V = weights["classifier.weight"], &c = weights["classifier.bias"];
  const Activation f = *subject.anatomy.head;
  const int64_t rows = subject.anatomy.readout == Readout::kMean ? states.rows : 1;
  const Vector u = product(W, mean_of(states, rows), b), shares = shares_let_through(f, u);
  const Matrix& norm_bias = weights["head.norm.bias"];
  const AffineNorm norm =
      affine_norm(activated(f, u), weights["head.norm.weight"], norm_bias, subject.anatomy.epsilon);
  HeadMap map{rows, Matrix(static_cast<int64_t>(classes.size()), W.columns), {}};
  for (size_t k = 0; k < classes.size(); ++k) {
    const double* scores = V.row(classes[k]);
    const Vector slopes = centred(scores, norm.factor);
    double bias = c.values.empty() ? 0 : c.values[static_cast<size_t>(classes[k])];
    if (!norm_bias.values.empty()) bias += dot(scores, norm_bias.values.data(), V.columns);
    for (int64_t i = 0; i < W.rows; ++i) {
      const auto unit = static_cast<size_t>(i);
      const double slope = slopes[unit] * shares[unit];
      if (!b.values.empty()) bias += slope * b.values[unit];
      for (int64_t d = 0; d < W.columns; ++d)
        map.directions.at(static_cast<int64_t>(k), d) += slope * W.at(i, d) / static_cast<double>(rows);
    }
    map.bias.push_back(bias);
  }
  return map;
}

}  // namespace heed::explain
