#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {
namespace {

class Sparsemax final : public Scored {
 public:
  using Scored::Scored;

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Spans rows = visible_keys(plan);
    const Variable e = scaled_dot(ctx, plan, q, k, rows);
    const Variable weights = heed::sparsemax(ctx, e, rows);
    trace_threshold(ctx, e, weights, rows, [](double score, double weight) { return score - weight; });
    return named(ctx, weights);
  }
};

}  // namespace

extern constinit const MechanismEntry kSparsemax{
    "sparsemax",
    "Sparsemax",
    "α = sparsemax(q·k / √K) = argmin over p of ‖p − e′‖²",
    "It suits cases where many words should get no weight. It projects the scores onto the simplex, so weak "
    "scores give a weight of exactly 0.",
    "It costs one sort of each row more than softmax.",
    "Martins & Astudillo 2016",
    {},
    {.root = true, .beside_softmax = true},
    {kProduct,
     kScale,
     kMask,
     {"threshold", "Threshold", "θ", "θ: such that Σ_s max(0, e′_s − θ) = 1", "query", "one", ""},
     {"weights", "Sparsemax", "α", "α = sparsemax(e′)", "query", "key",
      "α = max(0, e′ − θ) = max(0, {seen} − {(threshold)}) = {weights}"},
     kOutput},
    make<Sparsemax>};

}  // namespace heed::nn
