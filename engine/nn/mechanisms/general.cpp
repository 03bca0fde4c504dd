#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {
namespace {

class General final : public Scored {
 public:
  General(Parameters& parameters, const std::string& name, const MechanismOptions& o)
      : Scored(name, o), W_(add_weight(parameters, name + ".general", o.query, o.key)) {}

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Spans rows = visible_keys(plan);
    const Variable e = dot_scores(ctx, plan, q, linear(ctx, k, W_, {}));  // qᵀ W k
    return named(ctx, span_softmax(ctx, scaled(ctx, e, 1, rows), rows));
  }

 private:
  Variable W_;
};

}  // namespace

extern constinit const MechanismEntry kGeneral{
    "general",
    "General",
    "α = softmax(q·W k)",
    "It connects a query and keys of different spaces or sizes by one learned matrix.",
    "It learns D × D weights and needs one more product for each key.",
    "Luong et al. 2015",
    {"seed"},
    {},
    {kBilinear, kScale, kMask, kSoftmax, kOutput},
    make_with_weights<General>};

}  // namespace heed::nn
