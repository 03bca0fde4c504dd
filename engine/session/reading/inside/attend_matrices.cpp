#include <algorithm>
#include <cmath>

#include "engine/session/reading/inside/attend_impl.h"

namespace heed::session {
namespace {

// What a trace point is called in the formulas.
struct Step {
  const char *point, *letter, *formula, *rows, *columns;
};
constexpr Step kSteps[] = {
    {"q", "q", "q = W_q x + b_q", "query", "width"},
    {"k", "k", "k = W_k y + b_k", "key", "width"},
    {"v", "v", "v = W_v y + b_v", "key", "width"},
    {"scores", "e", "", "query", "key"},
    {"scaled", "e′", "", "query", "key"},
    {"masked", "e′", "e′ = -∞ where the query does not look", "query", "key"},
    {"centres", "p", "p_t = S sigmoid(v_p·tanh(W_p q_t))", "query", "one"},
    {"aligned", "a", "a = softmax(e′) within the window", "query", "key"},
    {"bell", "g", "g = exp(-(s - p_t)² / 2σ²), σ = D/2", "query", "key"},
    {"probabilities", "p", "p = softmax(e′)", "query", "key"},
    {"weights", "α", "", "query", "key"},
    {"context", "[o_1 … o_H]", "o_h = Σ_s α_h v_h", "query", "width"},
    {"output", "o", "", "query", "width"},
};

std::string score_formula(const std::string& m) {
  if (m == "general" || m == "local-m" || m == "local-p") return "e = q·W k";
  if (m == "additive") return "e = v·tanh(W q + U k + b)";
  if (m == "concat") return "e = v·tanh(W [q; k])";
  if (m == "additive-positionwise") return "e_s = w·tanh(q_s + k_s) + b";
  return "e = q·k";
}

bool has_root(const std::string& m) {
  return m == "scaled-dot" || m == "trainable" || m == "multi-head" || m == "hard" || m == "sparsemax";
}

std::string weight_formula(const std::string& m) {
  if (m == "sparsemax") return "α = sparsemax(e′)";
  if (m == "hard") return "α_s = 1 for one s, drawn with probability p_s";
  if (m == "local-p") return "α = a ⊙ g";
  return "α = softmax(e′)";
}

std::string formula_of(const Step& step, const AttendOptions& o) {
  const std::string point = step.point, &m = o.mechanism;
  if (point == "scores") return score_formula(m);
  if (point == "scaled")
    return has_root(m) ? (o.temperature == 1 ? "e′ = e / √K" : "e′ = e / (√K τ)") : "e′ = e / τ";
  if (point == "weights") return weight_formula(m);
  if (point == "output") return m == "multi-head" ? "o = W_o [o_1 … o_H] + b_o" : "o_t = Σ_s α_ts v_s";
  if (point == "q" && (m == "additive" || m == "concat")) return m == "concat" ? "W_1 q" : "W q + b";
  if (point == "k" && (m == "additive" || m == "concat")) return m == "concat" ? "W_2 k" : "U k";
  return step.formula;
}

const Step* step_of(const std::string& record) {
  for (const Step& step : kSteps)
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

NamedMatrix matrix_of(const Attended& a, const Step& step, const Tensor& value, const AttendOptions& o) {
  NamedMatrix m{step.point, step.letter, formula_of(step, o), step.rows, step.columns, 1, 0, 0, {}};
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

void note(Attended& a, const NamedMatrix& m, const AttendOptions& o) {
  if (m.name == "scores") a.scores = m.values;
  if (m.name == "weights") a.weights = m.values;
  if (m.name == "centres") a.centres.assign(m.values.begin(), m.values.end());
  if (m.name == "weights" && o.mechanism == "hard")
    for (int64_t t = 0; t < a.T; ++t) {
      const float* row = a.weights.data() + t * a.S;
      a.sampled.push_back(std::max_element(row, row + a.S) - row);
    }
}

}  // namespace

void collect_matrices(Attended& a, const Trace& trace, const AttendOptions& o) {
  const auto T = static_cast<int64_t>(a.query.size()) / a.D;
  a.matrices.push_back({"query", "x", "x = the query's vectors", "query", "width", 1, T, a.D, a.query});
  a.matrices.push_back({"key", "y", "y = the key's vectors", "key", "width", 1, a.S, a.D, a.key});
  for (const Trace::Record& record : trace.records()) {
    const Step* step = step_of(record.name);
    if (step == nullptr) continue;
    NamedMatrix m = matrix_of(a, *step, record.value, o);
    note(a, m, o);
    if (shows_something(m, a)) a.matrices.push_back(std::move(m));
  }
  if (o.mechanism != "local-m" && o.mechanism != "local-p") return;
  a.window = o.window;
  if (o.mechanism == "local-m")
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
