#include "engine/explain/rollout.h"

namespace heed::explain {
namespace {

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j) c.at(i, j) += a.at(i, k) * b.at(k, j);
  return c;
}

// The layers that mix states: attention pooling only reads them.
std::vector<Map> mixing(const Subject& subject, std::vector<Map> maps) {
  if (subject.anatomy.readout == Readout::kPooled) maps.pop_back();
  return maps;
}

}  // namespace

Matrix mixture(const Map& map, bool residual) {
  Matrix mixed = map.mean();
  for (int64_t t = 0; t < mixed.rows; ++t) {
    double sum = 0;
    for (int64_t s = 0; s < mixed.columns; ++s) {
      if (residual) mixed.at(t, s) = (mixed.at(t, s) + (s == t ? 1 : 0)) / 2;
      sum += mixed.at(t, s);
    }
    for (int64_t s = 0; s < mixed.columns && sum > 0; ++s) mixed.at(t, s) /= sum;
  }
  return mixed;
}

std::vector<Matrix> rollout(const std::vector<Map>& maps, bool residual) {
  std::vector<Matrix> mixed;
  mixed.reserve(maps.size());
  for (const Map& map : maps)
    mixed.push_back(mixed.empty() ? mixture(map, residual) : product(mixture(map, residual), mixed.back()));
  return mixed;
}

std::vector<double> rollout_received(const Subject& subject, const EncodedText& text) {
  const std::vector<Map> all = maps_of(subject, text);
  const auto N = static_cast<int64_t>(text.ids.size());
  Matrix read(1, N);
  read.values = rows_read(subject, all, N);
  const std::vector<Map> maps = mixing(subject, all);
  return maps.empty() ? read.values : product(read, rollout(maps, subject.anatomy.residual()).back()).values;
}

std::vector<double> flow_received(const Subject& subject, const EncodedText& text) {
  const auto N = static_cast<int64_t>(text.ids.size());
  check(N <= kMostFlowTokens, "[flow] a text of ", N, " tokens: expected ", kMostFlowTokens,
        " at most; rollout has no such limit.");
  const std::vector<Map> all = maps_of(subject, text);
  std::vector<Matrix> mixtures;
  for (const Map& map : mixing(subject, all)) mixtures.push_back(mixture(map, subject.anatomy.residual()));
  return flow_received(mixtures, rows_read(subject, all, N));
}

}  // namespace heed::explain
