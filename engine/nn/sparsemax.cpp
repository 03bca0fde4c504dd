#include "engine/nn/mechanisms.h"

namespace heed::nn {
namespace {

class Sparsemax final : public Scored {
 public:
  using Scored::Scored;

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q,
                   const Variable& k) const override {
    const Spans rows = visible_keys(plan);
    const Variable e = scaled_dot(ctx, plan, q, k, rows);
    return named(ctx, heed::sparsemax(ctx, e, rows));
  }
};

}  // namespace

MechanismPointer make_sparsemax(Parameters&, const std::string& name, const MechanismOptions& o) {
  return std::make_unique<Sparsemax>(name, o);
}

}  // namespace heed::nn
