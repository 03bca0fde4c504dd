#include "engine/explain/gradients.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace heed::explain {
namespace {

constexpr int kFirstSteps = 8, kMostSteps = 512;

// Where a function is looked at from 0 to 1, and how much each look counts.
struct Looks {
  std::vector<double> at, weights;
};

Looks midpoints(int m) {
  Looks looks;
  for (int k = 0; k < m; ++k) looks.at.push_back((k + 0.5) / m);
  looks.weights.assign(static_cast<size_t>(m), 1.0 / m);
  return looks;
}

// P_m(x) and its slope.
std::pair<double, double> legendre(int m, double x) {
  double p = 1, before = 0;
  for (int n = 1; n <= m; ++n) before = std::exchange(p, ((2 * n - 1) * x * p - (n - 1) * before) / n);
  return {p, m * (x * p - before) / (x * x - 1)};
}

// Gauss and Legendre: exact for polynomials of degree 2m - 1, where midpoints need twice as many looks and
// more. Their places are the roots of P_m, by Newton's method.
Looks gauss_legendre(int m) {
  constexpr int kNewton = 8;
  Looks looks;
  for (int k = 0; k < m; ++k) {
    double x = std::cos(std::numbers::pi * (k + 0.75) / (m + 0.5)), slope = 0;
    for (int i = 0; i < kNewton; ++i) {
      const auto [p, at] = legendre(m, x);
      slope = at;
      x -= p / slope;
    }
    looks.at.push_back((1 - x) / 2);
    looks.weights.push_back(1 / ((1 - x * x) * slope * slope));
  }
  return looks;
}

// Row b of the logits goes in the direction of targets[b], or of the only one.
std::function<Matrix(const Matrix&)> directions(const Subject& subject, const std::vector<Target>& targets) {
  return [&subject, targets](const Matrix& logits) {
    Matrix all(logits.rows, logits.columns);
    for (int64_t b = 0; b < logits.rows; ++b) {
      const Target& target = targets[targets.size() == 1 ? 0 : static_cast<size_t>(b)];
      const std::vector<double> one =
          direction_of(target, logits.row(b), logits.columns, subject.network.multi_label());
      std::copy(one.begin(), one.end(), all.row(b));
    }
    return all;
  };
}

// Patches that scale the inputs of copy b by factors[b].
Patches scaled(const Pass& plain, const std::vector<std::string>& points,
               const std::vector<double>& factors) {
  Patches patches;
  for (const std::string& point : points) {
    const Tensor& value = plain.value(point);
    std::vector<double> scale;
    for (const double factor : factors) scale.insert(scale.end(), static_cast<size_t>(value.count()), factor);
    const Shape shape = tiled_shape(value.shape(), static_cast<int64_t>(factors.size()));
    patches[point] = {tensor_of(scale, shape, value.dtype()), {}};
  }
  return patches;
}

// Σ_d x_d Σ_b factors[b] · gradient of copy b, added to values [N].
void add_products(const Pass& plain, const Pass& back, const std::vector<std::string>& points,
                  const double* factors, std::vector<double>& values) {
  for (const std::string& point : points) {
    const Matrix x = matrix_of(plain.value(point)), g = back.gradient(point);
    for (int64_t r = 0; r < g.rows; ++r)
      values[static_cast<size_t>(r % x.rows)] +=
          factors[r / x.rows] * dot(x.row(r % x.rows), g.row(r), x.columns);
  }
}

}  // namespace

std::vector<Matrix> gradients_by(const Subject& subject, const EncodedText& text,
                                 const std::vector<Target>& targets, const std::vector<std::string>& by,
                                 const Patches& patches) {
  const Pass back = run(subject, copies(text, static_cast<int64_t>(targets.size())),
                        {{}, patches, by, directions(subject, targets)});
  std::vector<Matrix> gradients;
  for (const std::string& point : by) gradients.push_back(back.gradient(point));
  return gradients;
}

Matrix gradient_input(const Subject& subject, const EncodedText& text, const std::vector<Target>& targets,
                      bool held) {
  const std::vector<std::string>& points = subject.anatomy.inputs;
  const std::vector<std::string> maps = held ? map_names(subject.anatomy) : std::vector<std::string>();
  std::vector<std::string> watched = points;
  watched.insert(watched.end(), maps.begin(), maps.end());
  const Pass plain = run(subject, copies(text, 1), {watched, {}, {}, {}});
  Patches patches;
  hold(patches, plain, maps, static_cast<int64_t>(targets.size()));
  const std::vector<Matrix> gradients = gradients_by(subject, text, targets, points, patches);
  const auto N = static_cast<int64_t>(text.ids.size());
  Matrix values(static_cast<int64_t>(targets.size()), N);
  for (size_t i = 0; i < points.size(); ++i) {
    const Matrix x = matrix_of(plain.value(points[i]));
    for (int64_t r = 0; r < gradients[i].rows; ++r)
      values.values[static_cast<size_t>(r)] += dot(x.row(r % N), gradients[i].row(r), x.columns);
  }
  return values;
}

IntegratedGradients integrated_gradients(const Subject& subject, const EncodedText& text,
                                         const Target& target, int steps, double tolerance) {
  const std::vector<std::string>& points = subject.anatomy.inputs;
  const auto N = static_cast<int64_t>(text.ids.size());
  const bool each = subject.network.multi_label();
  const Pass plain = run(subject, copies(text, 1), {points, {}, {}, {}});
  const Pass nothing = run(subject, copies(text, 1), {{}, scaled(plain, points, {0}), {}, {}});
  IntegratedGradients result;
  result.score = score_of(target, plain.logits.row(0), plain.logits.columns, each);
  result.baseline = score_of(target, nothing.logits.row(0), plain.logits.columns, each);
  const double difference = result.score - result.baseline;
  for (int m = steps > 0 ? steps : kFirstSteps;; m *= 2) {
    const Looks looks = steps > 0 ? midpoints(m) : gauss_legendre(m);
    result.values.assign(static_cast<size_t>(N), 0.0);
    for (int first = 0; first < m;) {
      const int count = std::min(m - first, static_cast<int>(most_at_once(N)));
      const std::vector<double> factors(looks.at.begin() + first, looks.at.begin() + first + count);
      Asked asked{{}, scaled(plain, points, factors), points, directions(subject, {target})};
      add_products(plain, run(subject, copies(text, count), asked), points, looks.weights.data() + first,
                   result.values);
      first += count;
    }
    double sum = 0;
    for (const double value : result.values) sum += value;
    result.gap = sum - difference;
    result.steps = m;
    if (steps > 0 || 2 * m > kMostSteps || std::abs(result.gap) <= tolerance * std::abs(difference)) break;
  }
  return result;
}

}  // namespace heed::explain
