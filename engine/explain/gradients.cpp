#include "engine/explain/gradients.h"

#include <algorithm>
#include <cmath>

namespace heed::explain {
namespace {

constexpr int kFirstSteps = 16, kMostSteps = 512;

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

// Σ_d x_d Σ_b gradient of copy b, added to values [N].
void add_products(const Pass& plain, const Pass& back, const std::vector<std::string>& points, double factor,
                  std::vector<double>& values) {
  for (const std::string& point : points) {
    const Matrix x = matrix_of(plain.value(point)), g = back.gradient(point);
    for (int64_t r = 0; r < g.rows; ++r)
      values[static_cast<size_t>(r % x.rows)] += factor * dot(x.row(r % x.rows), g.row(r), x.columns);
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
    result.values.assign(static_cast<size_t>(N), 0.0);
    for (int first = 0; first < m;) {
      const int count = std::min(m - first, static_cast<int>(most_at_once(N)));
      std::vector<double> factors;
      for (int k = first; k < first + count; ++k) factors.push_back((k + 0.5) / m);
      Asked asked{{}, scaled(plain, points, factors), points, directions(subject, {target})};
      add_products(plain, run(subject, copies(text, count), asked), points, 1.0 / m, result.values);
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
