#include "engine/explain/gradients.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

constexpr int kFirstSteps = 8, kSettling = 32, kMostSteps = 512;

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
          direction_of(target, logits.row(b), logits.columns, subject.network.answers());
      std::copy(one.begin(), one.end(), all.row(b));
    }
    return all;
  };
}

// The way from a sentence of empty words to the text.
class Path {
 public:
  Path(const Subject& subject, const EncodedText& text) : points_(subject.anatomy.inputs) {
    end_ = run(subject, copies(text, 1), {points_, {}, {}, {}});
    const std::optional<EncodedText> masks = masked(subject, text);
    const Pass empty = masks ? run(subject, copies(*masks, 1), {points_, {}, {}, {}}) : Pass{};
    for (const std::string& point : points_) {
      way_.push_back(matrix_of(end_.value(point)));
      from_.push_back(masks ? matrix_of(empty.value(point)).values : std::vector<double>());
      for (size_t i = 0; i < from_.back().size(); ++i) way_.back().values[i] -= from_.back()[i];
    }
  }

  const Pass& end() const { return end_; }

  // Patches that put copy b at looks[b] of the way.
  Patches at(const std::vector<double>& looks) const {
    Patches patches;
    for (size_t p = 0; p < points_.size(); ++p) {
      const Tensor& like = end_.value(points_[p]);
      std::vector<double> scale, rest;
      for (const double look : looks) {
        scale.insert(scale.end(), static_cast<size_t>(like.count()), look);
        for (const double value : from_[p]) rest.push_back((1 - look) * value);
      }
      const Shape shape = tiled_shape(like.shape(), static_cast<int64_t>(looks.size()));
      patches[points_[p]] = {tensor_of(scale, shape, like.dtype()),
                             rest.empty() ? Tensor{} : tensor_of(rest, shape, like.dtype())};
    }
    return patches;
  }

  // Σ_d way_d Σ_b weights[b] · gradient of copy b, added to values [N].
  void add_products(const Pass& back, const double* weights, std::vector<double>& values) const {
    for (size_t p = 0; p < points_.size(); ++p) {
      const Matrix &way = way_[p], g = back.gradient(points_[p]);
      for (int64_t r = 0; r < g.rows; ++r)
        values[static_cast<size_t>(r % way.rows)] +=
            weights[r / way.rows] * dot(way.row(r % way.rows), g.row(r), way.columns);
    }
  }

 private:
  static std::optional<EncodedText> masked(const Subject& subject, EncodedText text) {
    const std::optional<int32_t> mask = subject.text.mask();
    if (!subject.anatomy.inputs_of_one_length || !mask) return std::nullopt;
    for (const int token : standing(text)) text = hidden(subject.text, text, token, *mask);
    return text;
  }

  const std::vector<std::string>& points_;
  Pass end_;
  std::vector<std::vector<double>> from_;  // empty: zeros
  std::vector<Matrix> way_;
};

}  // namespace

std::vector<Matrix> gradients_by(const Subject& subject, const EncodedText& text,
                                 const std::vector<Target>& targets, const std::vector<std::string>& by,
                                 const Patches& patches) {
  const Pass back = run(subject, copies(text, static_cast<int64_t>(targets.size())),
                        {{}, patches, by, directions(subject, targets)});
  std::vector<Matrix> gradients;
  gradients.reserve(by.size());
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
  const auto N = static_cast<int64_t>(text.ids.size());
  const AnswerKind answers = subject.network.answers();
  const Path path(subject, text);
  const Matrix &logits = path.end().logits,
               empty = run(subject, copies(text, 1), {{}, path.at({0}), {}, {}}).logits;
  IntegratedGradients result;
  result.score = score_of(target, logits.row(0), logits.columns, answers);
  result.baseline = score_of(target, empty.row(0), logits.columns, answers);
  const double difference = result.score - result.baseline;
  for (int m = steps > 0 ? steps : kFirstSteps;; m *= 2) {
    const Looks looks = steps > 0 ? midpoints(m) : gauss_legendre(m);
    result.values.assign(static_cast<size_t>(N), 0.0);
    for (int first = 0; first < m;) {
      const int count = std::min(m - first, static_cast<int>(most_at_once(N)));
      const std::vector<double> places(looks.at.begin() + first, looks.at.begin() + first + count);
      Asked asked{{}, path.at(places), subject.anatomy.inputs, directions(subject, {target})};
      path.add_products(run(subject, copies(text, count), asked), looks.weights.data() + first,
                        result.values);
      first += count;
    }
    double sum = 0, parts = 0;
    for (const double value : result.values) sum += value, parts += std::abs(value);
    const double before = std::exchange(result.gap, sum - difference);
    result.steps = m;
    const bool settled = m >= kSettling && std::abs(result.gap - before) <= tolerance * parts;
    if (steps > 0 || 2 * m > kMostSteps || settled || std::abs(result.gap) <= tolerance * parts) break;
  }
  return result;
}

}  // namespace heed::explain
