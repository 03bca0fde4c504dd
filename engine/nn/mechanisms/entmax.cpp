#include <algorithm>
#include <cmath>

#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {
namespace {

// The threshold τ with Σ max(0, e/2 - τ)² = 1, exactly: over the k largest it is M - √((1 - SS) / k), M their
// mean and SS the sum of their squared distances from it; k is the largest for which the k-th is still above
// it (Peters et al. 2019, algorithm 2).
double threshold_of(const double* e, int64_t count) {
  std::vector<double> halves(e, e + count);
  std::sort(halves.begin(), halves.end());
  const double most = halves.back();
  double sum = 0, squares = 0, threshold = 0;
  for (int64_t k = 1; k <= count; ++k) {
    const double x = (halves[static_cast<size_t>(count - k)] - most) / 2, n = static_cast<double>(k);
    sum += x;
    squares += x * x;
    const double mean = sum / n, left = (1 - (squares - mean * sum)) / n;
    const double next = mean - std::sqrt(std::max(0.0, left));
    if (next > x) break;
    threshold = next;
  }
  return threshold + most / 2;
}

void forward(const double* e, double* p, int64_t count) {
  if (count == 0) return;
  const double threshold = threshold_of(e, count);
  for (int64_t s = 0; s < count; ++s) p[s] = std::pow(std::max(0.0, e[s] / 2 - threshold), 2);
}

// de = √p ⊙ (dp - Σ √p dp / Σ √p)
void backward(const double* p, const double* dp, double* de, int64_t count) {
  double sum = 0, weighted = 0;
  for (int64_t s = 0; s < count; ++s) {
    sum += std::sqrt(p[s]);
    weighted += std::sqrt(p[s]) * dp[s];
  }
  for (int64_t s = 0; s < count && sum > 0; ++s) de[s] = std::sqrt(p[s]) * (dp[s] - weighted / sum);
}

class Entmax final : public Scored {
 public:
  using Scored::Scored;

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Spans rows = visible_keys(plan);
    const Variable e = scaled_dot(ctx, plan, q, k, rows);
    const Variable A = map_rows(ctx, "entmax", {forward, backward}, e, rows);
    trace_threshold(ctx, e, A, rows,
                    [](double score, double weight) { return score / 2 - std::sqrt(weight); });
    return named(ctx, A);
  }
};

}  // namespace

extern constinit const MechanismEntry kEntmax15{
    "entmax-1.5",
    "Entmax 1.5",
    "α = max(0, q·k / 2√K − τ)²",
    "It lies halfway between softmax and sparsemax. Weak words get exactly 0, but the weights still change "
    "smoothly with the scores.",
    "It costs one sort of each row more than softmax.",
    "Peters, Niculae & Martins 2019",
    {},
    {.root = true, .beside_softmax = true},
    {kProduct,
     kScale,
     kMask,
     {"threshold", "Threshold", "τ", "τ: such that Σ_s max(0, e′_s / 2 − τ)² = 1", "query", "one", ""},
     {"weights", "Entmax", "α", "α = max(0, e′ / 2 − τ)²", "query", "key",
      "α = max(0, e′ ∕ 2 − τ)² = max(0, {seen} ∕ 2 − {(threshold)})² = {weights}"},
     kOutput},
    make<Entmax>};

}  // namespace heed::nn
