#include "engine/explain/prediction_head.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/explain/affine_norm.h"
#include "engine/explain/maps.h"
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

// Σ_n weights[n] · states[n].
Vector weighted_sum(const Matrix& states, const Vector& weights) {
  Vector sum(static_cast<size_t>(states.columns));
  for (int64_t n = 0; n < states.rows; ++n)
    for (int64_t d = 0; d < states.columns; ++d)
      sum[static_cast<size_t>(d)] += weights[static_cast<size_t>(n)] * states.at(n, d);
  return sum;
}

// One direction [units of `r`] per class, and what no part of r adds.
struct Directions {
  Matrix along;
  Vector bias;
};

Directions of_classifier(const std::vector<int64_t>& classes, StreamWeights& weights) {
  const Matrix &V = weights["classifier.weight"], &c = weights["classifier.bias"];
  Directions found{Matrix(static_cast<int64_t>(classes.size()), V.columns), {}};
  for (size_t k = 0; k < classes.size(); ++k) {
    std::copy_n(V.row(classes[k]), V.columns, found.along.row(static_cast<int64_t>(k)));
    found.bias.push_back(c.values.empty() ? 0 : c.values[static_cast<size_t>(classes[k])]);
  }
  return found;
}

// Back through norm(f(W r + b)), as it was for this r.
Directions through_dense(const Directions& behind, const HeadAnatomy& head, const Vector& r, double epsilon,
                         StreamWeights& weights) {
  const Matrix &W = weights[head.dense + ".weight"], &b = weights[head.dense + ".bias"];
  const Vector u = product(W, r, b), shares = shares_let_through(head.activation, u);
  std::optional<AffineNorm> norm;
  if (!head.norm.empty())
    norm = affine_norm(activated(head.activation, u), weights[head.norm + ".weight"],
                       weights[head.norm + ".bias"], epsilon);
  Directions found{Matrix(behind.along.rows, W.columns), behind.bias};
  for (int64_t k = 0; k < found.along.rows; ++k) {
    Vector slopes(behind.along.row(k), behind.along.row(k) + W.rows);
    double& bias = found.bias[static_cast<size_t>(k)];
    if (norm) {
      if (!norm->bias.empty()) bias += dot(slopes.data(), norm->bias.data(), W.rows);
      norm->transpose(slopes.data());
    }
    for (int64_t i = 0; i < W.rows; ++i) {
      const double slope = slopes[static_cast<size_t>(i)] * shares[static_cast<size_t>(i)];
      if (!b.values.empty()) bias += slope * b.values[static_cast<size_t>(i)];
      for (int64_t d = 0; d < W.columns; ++d) found.along.at(k, d) += slope * W.at(i, d);
    }
  }
  return found;
}

}  // namespace

HeadMap map_of_head(const Subject& subject, const Matrix& states, const std::vector<int64_t>& classes,
                    StreamWeights& weights) {
  const Anatomy& a = subject.anatomy;
  const Vector read = rows_read(subject, {}, states.rows);
  Directions found = of_classifier(classes, weights);
  if (!a.head.dense.empty())
    found = through_dense(found, a.head, weighted_sum(states, read), a.epsilon, weights);
  HeadMap map{{}, found.bias};
  for (int64_t n = 0; n < states.rows; ++n) {
    const double share = read[static_cast<size_t>(n)];
    if (share == 0) continue;
    Matrix& row = map.directions[n] = found.along;
    for (double& value : row.values) value *= share;
  }
  return map;
}

}  // namespace heed::explain
