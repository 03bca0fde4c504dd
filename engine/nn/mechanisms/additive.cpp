#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {
namespace {

// W q + U k + b under the tanh; without a width of its own, q + k.
class Additive final : public Scored {
 public:
  Additive(Parameters& parameters, const std::string& name, const MechanismOptions& o, bool bias)
      : Scored(name, o) {
    if (o.width > 0) {
      W_ = add_weight(parameters, name + ".query", o.width, o.query);
      if (bias) b_ = parameters.add(name + ".query.bias", {o.width}, Init::kUniform, o.query);
      U_ = add_weight(parameters, name + ".key", o.width, o.key);
    }
    v_ = add_weight(parameters, name + ".score", 1, o.width > 0 ? o.width : o.query);
  }

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Spans rows = visible_keys(plan);
    const Variable Wq = ctx.point(name_ + ".q", W_.defined() ? linear(ctx, q, W_, b_) : q);
    const Variable Uk = ctx.point(name_ + ".k", U_.defined() ? linear(ctx, k, U_, {}) : k);
    const Variable e = additive_scores(ctx, plan, Wq, Uk, v_);
    return named(ctx, span_softmax(ctx, scaled(ctx, e, 1, rows), rows));
  }

 private:
  Variable W_, b_, U_, v_;
};

}  // namespace

constexpr MechanismStep scores(const char* formula) {
  return {"scores", "Scores", "e", formula, "query", "key", "@tanh"};
}

extern constinit const MechanismEntry kAdditive{
    "additive",
    "Additive",
    "α = softmax(v·tanh(W q + U k + b))",
    "This was the first attention in translation. A small network scores each pair, also of states with "
    "different sizes, and can learn more than a product.",
    "It needs one tanh for each hidden unit and each pair of words, which is slow on long texts.",
    "Bahdanau et al. 2015",
    {"width", "seed"},
    {},
    {{"q", "Query", "q", "W q + b", "query", "width", ""},
     {"k", "Keys", "k", "U k", "key", "width", ""},
     scores("e = v·tanh(W q + U k + b)"),
     kScale,
     kMask,
     kSoftmax,
     kOutput},
    [](Parameters& parameters, const std::string& name, const MechanismOptions& o)
        -> std::unique_ptr<Mechanism> { return std::make_unique<Additive>(parameters, name, o, true); }};

extern constinit const MechanismEntry kConcat{
    "concat",
    "Concat",
    "α = softmax(v·tanh(W [q; k]))",
    "A small network sees query and key side by side. This is Luong’s form of additive attention.",
    "It costs as much as additive attention: one tanh for each hidden unit and each pair of words.",
    "Luong et al. 2015",
    {"width", "seed"},
    {},
    {{"q", "Query", "q", "W_1 q", "query", "width", ""},
     {"k", "Keys", "k", "W_2 k", "key", "width", ""},
     scores("e = v·tanh(W [q; k])"),
     kScale,
     kMask,
     kSoftmax,
     kOutput},
    [](Parameters& parameters, const std::string& name, const MechanismOptions& o)
        -> std::unique_ptr<Mechanism> { return std::make_unique<Additive>(parameters, name, o, false); }};

}  // namespace heed::nn
