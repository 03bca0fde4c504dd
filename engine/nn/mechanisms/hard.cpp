#include "engine/nn/mechanisms/mechanisms.h"

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

extern constinit const MechanismEntry kHard{
    "hard",
    "Hard",
    "s ~ softmax(q·k / √K), o = v_s",
    "It draws one word at random and reads only that word’s value. The draw has no gradient, so training "
    "uses a reward.",
    "It is cheap if values are expensive to compute, because it needs only one value.",
    "Xu et al. 2015",
    {"draw"},
    {.root = true, .sampled = true, .beside_softmax = true},
    {kProduct,
     kScale,
     kMask,
     {"probabilities", "Softmax", "p", "p = softmax(e′)", "query", "key", "@softmax"},
     {"weights", "Draw", "α", "α_s = 1 for one s, drawn with probability p_s", "query", "key", "@drawn"},
     kOutput},
    make<Hard>};

}  // namespace heed::nn
