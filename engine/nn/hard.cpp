#include "engine/nn/mechanisms.h"

namespace heed::nn {
namespace {

// Each query looks at one key alone: drawn while training (ctx.dropout says with which numbers), else the
// likeliest. What was drawn cannot be differentiated by; its log-likelihood goes into ctx.choices, from which
// training makes the gradient that REINFORCE estimates (train/reinforce.h).
class Hard final : public Scored {
 public:
  using Scored::Scored;

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Spans rows = visible_keys(plan);
    const Variable e = scaled_dot(ctx, plan, q, k, rows);
    const Variable p = ctx.point(name_ + ".probabilities", span_softmax(ctx, e, rows));
    const Choice choice = choose(ctx, plan, p, rows);
    if (choice.log_likelihood.defined()) ctx.choices.push_back(choice.log_likelihood);
    return named(ctx, Variable(choice.weights));
  }
};

}  // namespace

MechanismPointer make_hard(Parameters&, const std::string& name, const MechanismOptions& o) {
  return std::make_unique<Hard>(name, o);
}

}  // namespace heed::nn
