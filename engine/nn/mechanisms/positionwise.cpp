#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {
namespace {

// One row of weights: query s and key s make one score.
class Positionwise final : public Scored {
 public:
  Positionwise(Parameters& parameters, const std::string& name, const MechanismOptions& o)
      : Scored(name, o), w_(parameters, "w", o.query, 1) {}

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Variable e =
        ctx.point(name_ + ".scores", w_(ctx, activate(ctx, Activation::kTanh, add(ctx, q, k))));
    const Variable scaled = ctx.point(name_ + ".scaled", scale(ctx, e, 1 / options_.temperature));
    return named(ctx, span_softmax(ctx, scaled, plan.keys));
  }

 private:
  Linear w_;
};

}  // namespace

extern constinit const MechanismEntry kAdditivePositionwise{
    "additive-positionwise",
    "Additive by position",
    "α = softmax(w·tanh(W_q x_s + W_k y_s + b))",
    "It adds word s of one sentence to word s of the other, so both need the same number of words. It "
    "compares positions, not all pairs.",
    "It needs one tanh for each hidden unit and each position, not for each pair.",
    "the lesson “Understanding Attention”",
    {"width", "seed"},
    {.projects = true, .one_row = true, .side_by_side = false},
    {kQuery,
     kKeys,
     {"scores", "Scores", "e", "e_s = w·tanh(q_s + k_s) + b", "query", "key", ""},
     kScale,
     kSoftmax,
     kOutput},
    make_with_weights<Positionwise>};

}  // namespace heed::nn
