#include <cmath>

#include "engine/nn/mechanisms.h"

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

MechanismPointer make_dot(Parameters&, const std::string& name, const MechanismOptions& o) {
  return std::make_unique<Dot>(name, o, 1.0);
}

MechanismPointer make_scaled_dot(Parameters&, const std::string& name, const MechanismOptions& o) {
  const double K = static_cast<double>(o.query) / static_cast<double>(o.heads);
  return std::make_unique<Dot>(name, o, 1 / std::sqrt(K));
}

}  // namespace heed::nn
