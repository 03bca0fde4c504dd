#include "engine/explain/other_maps.h"

#include <algorithm>

#include "engine/base/random.h"
#include "engine/explain/divergence.h"

namespace heed::explain {
namespace {

constexpr double kUnnoticed = 0.05;

}  // namespace

OtherMaps with_maps(const MapAnswers& answers, const std::vector<std::vector<double>>& maps) {
  const Map& own = answers.own();
  const std::vector<double> p = answers.answer(answers.own_logits().data());
  OtherMaps result;
  result.logits = answers.logits(matrix_of(maps));
  for (size_t i = 0; i < maps.size(); ++i) {
    const std::vector<double> q = answers.answer(result.logits.row(static_cast<int64_t>(i)));
    result.tvd.push_back(total_variation(p, q));
    result.js_output.push_back(jensen_shannon(p, q));
    result.js_attention.push_back(rows_apart(own.weights.data(), maps[i].data(), own.H * own.T, own.S));
  }
  return result;
}

OtherMaps with_maps(const Subject& subject, const EncodedText& text,
                    const std::vector<std::vector<double>>& maps) {
  return with_maps(MapAnswers(subject, text), maps);
}

std::vector<double> even(const Map& map, int64_t reach) {
  std::vector<double> weights;
  for (int64_t row = 0; row < map.H * map.T; ++row) {
    const bool all = reach < 0 || map.T == 1;
    const int64_t t = row % map.T, first = all ? 0 : std::max<int64_t>(0, t - reach),
                  last = all ? map.S - 1 : std::min(map.S - 1, t + reach);
    for (int64_t s = 0; s < map.S; ++s)
      weights.push_back(s < first || s > last ? 0 : 1 / static_cast<double>(last - first + 1));
  }
  return weights;
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

Permutations permutations(const MapAnswers& answers, int count, uint64_t seed) {
  const Map& own = answers.own();
  std::vector<std::vector<double>> maps;
  maps.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) maps.push_back(permuted(own, mix64(seed) + static_cast<uint64_t>(i)));
  Permutations result;
  result.changes = with_maps(answers, maps);
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

Permutations permutations(const Subject& subject, const EncodedText& text, int count, uint64_t seed) {
  return permutations(MapAnswers(subject, text), count, seed);
}

}  // namespace heed::explain
