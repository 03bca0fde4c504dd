#include <algorithm>
#include <cmath>

#include "engine/session/reading/inside/attend_impl.h"

namespace heed::session {
namespace {

using nn::MechanismStep;

std::string formula_of(const MechanismStep& step, const MechanismEntry& entry, const AttendOptions& o) {
  if (step.point != std::string("scaled")) return step.formula;
  if (!entry.traits.root) return "e′ = e / τ";
  return o.temperature == 1 ? "e′ = e / √K" : "e′ = e / (√K τ)";
}

const MechanismStep* step_of(const MechanismEntry& entry, const std::string& record) {
  for (const MechanismStep& step : entry.steps)
    if (record == kAttention + "." + step.point) return &step;
  return nullptr;
}

// Columns of H heads side by side, [R, H·K], to [H, R, K].
std::vector<float> by_head(const std::vector<float>& x, int64_t H, int64_t R, int64_t K) {
  std::vector<float> y(x.size());
  for (int64_t r = 0; r < R; ++r)
    for (int64_t h = 0; h < H; ++h) std::copy_n(x.data() + (r * H + h) * K, K, y.data() + (h * R + r) * K);
  return y;
}

NamedMatrix matrix_of(const Attended& a, const MechanismStep& step, const Tensor& value) {
  NamedMatrix m{step.point, step.letter, "", step.rows, step.columns, 1, 0, 0, {}};
  m.values = value.values<float>();
  if (m.columns == "key") {
    m.H = a.H;
    m.R = a.T;
    m.C = a.S;
    return m;
  }
  m.R = value.size(0);
  m.C = value.size(1);
  if (a.H > 1 && m.name != "output") {  // queries, keys and values belong to a head each
    m.H = a.H;
    m.C /= a.H;
    m.values = by_head(m.values, m.H, m.R, m.C);
  }
  return m;
}

bool shows_something(const NamedMatrix& m, const Attended& a) {
  if (m.name == "scaled") return m.values != a.scores;
  if (m.name == "masked")
    return std::any_of(m.values.begin(), m.values.end(), [](float e) { return std::isinf(e); });
  return true;
}

void note(Attended& a, const NamedMatrix& m, const nn::MechanismTraits& traits) {
  if (m.name == "scores") a.scores = m.values;
  if (m.name == "weights") a.weights = m.values;
  if (m.name == "centres") a.centres.assign(m.values.begin(), m.values.end());
  if (m.name == "weights" && traits.sampled)
    for (int64_t t = 0; t < a.T; ++t) {
      const float* row = a.weights.data() + t * a.S;
      a.sampled.push_back(std::max_element(row, row + a.S) - row);
    }
}

}  // namespace

void collect_matrices(Attended& a, const MechanismEntry& entry, const Trace& trace, const AttendOptions& o) {
  const auto T = static_cast<int64_t>(a.query.size()) / a.D;
  a.matrices.push_back({"query", "x", "x = the query's vectors", "query", "width", 1, T, a.D, a.query});
  a.matrices.push_back({"key", "y", "y = the key's vectors", "key", "width", 1, a.S, a.D, a.key});
  for (const Trace::Record& record : trace.records()) {
    const MechanismStep* step = step_of(entry, record.name);
    if (step == nullptr) continue;
    NamedMatrix m = matrix_of(a, *step, record.value);
    m.formula = formula_of(*step, entry, o);
    note(a, m, entry.traits);
    if (shows_something(m, a)) a.matrices.push_back(std::move(m));
  }
  if (!entry.traits.windowed) return;
  a.window = o.window;
  if (a.centres.empty())  // not predicted: each query's own place
    for (int64_t t = 0; t < a.T; ++t) a.centres.push_back(o.centre.value_or(static_cast<double>(t)));
}

void measure_rows(Attended& a) {
  for (int64_t row = 0; row < a.H * a.T; ++row) {
    double sum = 0, entropy = 0;
    for (int64_t s = 0; s < a.S; ++s) {
      const double p = static_cast<double>(a.weights[static_cast<size_t>(row * a.S + s)]);
      sum += p;
      if (p > 0) entropy -= p * std::log(p);
    }
    a.entropy.push_back(entropy);
    if (std::fabs(sum - 1) > 1e-4) a.normalised = false;
  }
}

std::vector<float> weighted_sum(const std::vector<float>& weights, const std::vector<float>& values,
                                int64_t T, int64_t S) {
  const int64_t D = static_cast<int64_t>(values.size()) / S;
  std::vector<float> sums(static_cast<size_t>(T * D), 0.0f);
  for (int64_t t = 0; t < T; ++t)
    for (int64_t s = 0; s < S; ++s)
      for (int64_t d = 0; d < D; ++d)
        sums[static_cast<size_t>(t * D + d)] +=
            weights[static_cast<size_t>(t * S + s)] * values[static_cast<size_t>(s * D + d)];
  return sums;
}

std::vector<float> soft_weights(const std::vector<float>& scores, int64_t T, int64_t S, bool causal) {
  std::vector<float> weights(scores.size(), 0.0f);
  for (int64_t t = 0; t < T; ++t) {
    const int64_t seen = causal ? std::min(t + 1, S) : S;
    const float* e = scores.data() + t * S;
    float *p = weights.data() + t * S, sum = 0;
    const float most = *std::max_element(e, e + seen);
    for (int64_t s = 0; s < seen; ++s) sum += p[s] = std::exp(e[s] - most);
    for (int64_t s = 0; s < seen; ++s) p[s] /= sum;
  }
  return weights;
}

std::vector<double> row_distances(const std::vector<float>& a, const std::vector<float>& b, int64_t T) {
  std::vector<double> distances;
  const size_t width = a.size() / static_cast<size_t>(T);
  for (size_t t = 0; t < static_cast<size_t>(T); ++t) {
    double squares = 0;
    for (size_t d = t * width; d < (t + 1) * width; ++d) {
      const double difference = static_cast<double>(a[d]) - static_cast<double>(b[d]);
      squares += difference * difference;
    }
    distances.push_back(std::sqrt(squares));
  }
  return distances;
}

}  // namespace heed::session
