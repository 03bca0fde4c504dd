#include "engine/explain/maps.h"

#include "engine/explain/gradients.h"

namespace heed::explain {

Matrix Map::mean() const {
  Matrix sum(T, S);
  for (size_t i = 0; i < weights.size(); ++i)
    sum.values[i % sum.values.size()] += weights[i] / static_cast<double>(H);
  return sum;
}

Map map_of(const AttentionPoint& point, const Matrix& weights, int64_t tokens) {
  Map map{point.heads, point.kind == "pooling" ? 1 : tokens, tokens, weights.values};
  check(static_cast<int64_t>(map.weights.size()) == map.H * map.T * map.S, "[explain] ", point.name, " has ",
        map.weights.size(), " weights: expected ", map.H * map.T * map.S, " of ", tokens, " tokens.");
  return map;
}

std::vector<std::string> map_points(const Anatomy& anatomy) {
  check(!anatomy.maps.empty(), "[explain] this model does not attend: it has no attention map.");
  return map_names(anatomy);
}

std::vector<Map> maps_of(const Subject& subject, const EncodedText& text) {
  const Pass pass = run(subject, copies(text, 1), {map_points(subject.anatomy), {}, {}, {}});
  std::vector<Map> maps;
  for (const AttentionPoint& point : subject.anatomy.maps)
    maps.push_back(map_of(point, matrix_of(pass.value(point.name)), static_cast<int64_t>(text.ids.size())));
  return maps;
}

std::vector<double> attention_received(const std::vector<Map>& maps) {
  const Matrix mean = maps.back().mean();
  std::vector<double> sum(static_cast<size_t>(mean.columns), 0.0);
  for (size_t i = 0; i < mean.values.size(); ++i) sum[i % sum.size()] += mean.values[i];
  return sum;
}

std::vector<double> rows_read(const Subject& subject, const std::vector<Map>& maps, int64_t tokens) {
  std::vector<double> rows(static_cast<size_t>(tokens), 1.0 / static_cast<double>(tokens));
  if (subject.anatomy.readout == Readout::kPooled) return maps.back().mean().values;
  if (subject.anatomy.readout == Readout::kMean) return rows;
  rows.assign(rows.size(), 0.0);
  (subject.anatomy.readout == Readout::kFirst ? rows.front() : rows.back()) = 1;
  return rows;
}

Matrix attention_gradient(const Subject& subject, const EncodedText& text, const std::vector<Target>& targets,
                          bool gradient_alone) {
  const std::string point = map_points(subject.anatomy).back();
  const auto N = static_cast<int64_t>(text.ids.size());
  const Map last = maps_of(subject, text).back();
  const Matrix gradient = gradients_by(subject, text, targets, {point}).front();
  Matrix values(static_cast<int64_t>(targets.size()), N);
  const auto cells = static_cast<int64_t>(last.weights.size());
  for (int64_t k = 0; k < values.rows; ++k)
    for (int64_t i = 0; i < cells; ++i) {
      const double a = gradient_alone ? 1 : last.weights[static_cast<size_t>(i)];
      values.at(k, i % N) += a * gradient.values[static_cast<size_t>(k * cells + i)];
    }
  return values;
}

}  // namespace heed::explain
