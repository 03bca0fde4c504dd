#include "engine/explain/other_maps.h"

#include <algorithm>

#include "engine/base/random.h"
#include "engine/explain/divergence.h"

namespace heed::explain {
namespace {

constexpr double kUnnoticed = 0.05;

Matrix logits_with(const Subject& subject, const EncodedText& text, const std::string& point,
                   const std::vector<std::vector<double>>& maps) {
  const Tensor own = run(subject, copies(text, 1), {{point}, {}, {}, {}}).value(point);
  const int64_t at_once = most_at_once(static_cast<int64_t>(text.ids.size()));
  Matrix all;
  for (size_t first = 0; first < maps.size();) {
    const int64_t B = std::min<int64_t>(at_once, static_cast<int64_t>(maps.size() - first));
    std::vector<double> weights;
    for (size_t i = first; i < first + static_cast<size_t>(B); ++i)
      weights.insert(weights.end(), maps[i].begin(), maps[i].end());
    const Shape shape = tiled_shape(own.shape(), B);
    Asked asked;
    asked.patches[point] = {Tensor::zeros(shape, own.dtype()), tensor_of(weights, shape, own.dtype())};
    const Matrix logits = run(subject, copies(text, B), asked).logits;
    all.columns = logits.columns;
    all.rows += B;
    all.values.insert(all.values.end(), logits.values.begin(), logits.values.end());
    first += static_cast<size_t>(B);
  }
  return all;
}

}  // namespace

OtherMaps with_maps(const Subject& subject, const EncodedText& text,
                    const std::vector<std::vector<double>>& maps) {
  const Map own = maps_of(subject, text).back();
  const Matrix before = logits_of(subject, {text});
  const bool each = subject.network.multi_label();
  const std::vector<double> p = probabilities(before.row(0), before.columns, each);
  OtherMaps result;
  result.logits = logits_with(subject, text, map_points(subject.anatomy).back(), maps);
  const int64_t rows = own.H * own.T;
  for (size_t i = 0; i < maps.size(); ++i) {
    const std::vector<double> q =
        probabilities(result.logits.row(static_cast<int64_t>(i)), before.columns, each);
    result.tvd.push_back(total_variation(p, q));
    result.js_output.push_back(jensen_shannon(p, q));
    double js = 0;
    for (int64_t r = 0; r < rows; ++r)
      js += jensen_shannon(own.weights.data() + r * own.S, maps[i].data() + r * own.S,
                           static_cast<size_t>(own.S)) /
            static_cast<double>(rows);
    result.js_attention.push_back(js);
  }
  return result;
}

std::vector<double> even(const Map& map) {
  return std::vector<double>(map.weights.size(), 1 / static_cast<double>(map.S));
}

std::vector<double> permuted(const Map& map, uint64_t seed) {
  Random random(seed);
  std::vector<double> weights, row;
  for (auto at = map.weights.begin(); at != map.weights.end(); at += map.S) {
    row.assign(at, at + map.S);
    random.shuffle(row);
    weights.insert(weights.end(), row.begin(), row.end());
  }
  return weights;
}

std::vector<double> without_key(const Map& map, int64_t s) {
  std::vector<double> weights = map.weights;
  for (size_t row = 0; row < weights.size(); row += static_cast<size_t>(map.S)) {
    const double rest = 1 - weights[row + static_cast<size_t>(s)];
    weights[row + static_cast<size_t>(s)] = 0;
    for (int64_t k = 0; k < map.S && rest > 0; ++k) weights[row + static_cast<size_t>(k)] /= rest;
  }
  return weights;
}

Permutations permutations(const Subject& subject, const EncodedText& text, int count, uint64_t seed) {
  const Map own = maps_of(subject, text).back();
  std::vector<std::vector<double>> maps;
  for (int i = 0; i < count; ++i) maps.push_back(permuted(own, mix64(seed) + static_cast<uint64_t>(i)));
  Permutations result;
  result.changes = with_maps(subject, text, maps);
  result.largest_weight = *std::max_element(own.weights.begin(), own.weights.end());
  std::vector<double> sorted = result.changes.tvd;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.empty()) return result;
  const size_t n = sorted.size();
  result.median_tvd = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  result.largest_tvd = sorted.back();
  for (size_t i = 0; i < n; ++i)
    if (result.changes.tvd[i] <= kUnnoticed)
      result.unnoticed_js = std::max(result.unnoticed_js, result.changes.js_attention[i]);
  return result;
}

}  // namespace heed::explain
