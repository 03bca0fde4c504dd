#include <cmath>

#include "engine/nn/mechanisms/mechanisms.h"

namespace heed::nn {
namespace {

class Dot final : public Scored {
 public:
  Dot(const std::string& name, const MechanismOptions& o, double factor) : Scored(name, o), factor_(factor) {}

  Variable weights(Context& ctx, const AttentionPlan& given, const Variable& q,
                   const Variable& k) const override {
    AttentionPlan plan = given;
    if (!ctx.watched(name_ + ".scores")) {  // in one piece, which is faster
      plan.scale = factor_ / options_.temperature;
      return named(ctx, attention_weights(ctx, plan, q, k));
    }
    plan.scale = 1;
    const Spans rows = visible_keys(plan);
    return named(ctx, span_softmax(ctx, scaled(ctx, dot_scores(ctx, plan, q, k), factor_, rows), rows));
  }

 private:
  double factor_;
};

}  // namespace

std::unique_ptr<Mechanism> make_scaled_dot(Parameters&, const std::string& name, const MechanismOptions& o) {
  const double K = static_cast<double>(o.query) / static_cast<double>(o.heads);
  return std::make_unique<Dot>(name, o, 1 / std::sqrt(K));
}

extern constinit const MechanismEntry kDot{
    "dot",
    "Dot-product",
    "α = softmax(q·k)",
    "It fits vectors of one space, such as encoder and decoder states of the same size. Scores grow with the "
    "size, so one word soon gets all the weight.",
    "This is the cheapest form: it needs K multiplications for each pair of words and learns nothing.",
    "Luong et al. 2015",
    {},
    {},
    {kProduct, kScale, kMask, kSoftmax, kOutput},
    [](Parameters&, const std::string& name, const MechanismOptions& o) -> std::unique_ptr<Mechanism> {
      return std::make_unique<Dot>(name, o, 1.0);
    }};

extern constinit const MechanismEntry kScaledDot{
    "scaled-dot",
    "Scaled dot-product",
    "α = softmax(q·k / √K)",
    "Every transformer uses this form. The root keeps softmax from saturating when vectors are wide.",
    "It needs K multiplications for each pair of words and learns nothing.",
    "Vaswani et al. 2017",
    {},
    {.root = true},
    {kProduct, kScale, kMask, kSoftmax, kOutput},
    make_scaled_dot};

}  // namespace heed::nn
