#include <cmath>

#include "engine/nn/mechanisms.h"

namespace heed::nn {
namespace {

class Sparsemax final : public Scored {
 public:
  using Scored::Scored;

  Variable weights(Context& ctx, const AttentionPlan& given, const Variable& q,
                   const Variable& k) const override {
    AttentionPlan plan = given;
    plan.scale = 1;
    const Spans rows = visible_keys(plan);
    const double K = static_cast<double>(options_.query) / static_cast<double>(options_.heads);
    const Variable e = scaled(ctx, dot_scores(ctx, plan, q, k), 1 / std::sqrt(K), rows);
    return named(ctx, heed::sparsemax(ctx, e, rows));
  }
};

}  // namespace

MechanismPointer make_sparsemax(Parameters&, const std::string& name, const MechanismOptions& o) {
  return std::make_unique<Sparsemax>(name, o);
}

}  // namespace heed::nn
