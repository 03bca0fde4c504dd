#include "engine/nn/capped_weights.h"

namespace heed::nn {

Variable soft_cap(Context& ctx, double cap, const Variable& x) {
  return scale(ctx, activate(ctx, Activation::kTanh, scale(ctx, x, 1 / cap)), cap);
}

Variable capped_weights(Context& ctx, const AttentionPlan& plan, double cap, const Variable& q,
                        const Variable& k) {
  Window window;
  if (plan.reach >= 0) {
    window.first = [reach = plan.reach](int64_t t, int64_t) { return t - reach; };
    window.last = [reach = plan.reach](int64_t t, int64_t) { return t + reach; };
  }
  AttentionPlan all = plan;
  all.reach = -1;  // the window is the softmax's
  return span_softmax(ctx, soft_cap(ctx, cap, dot_scores(ctx, all, q, k)), visible_keys(plan, window));
}

}  // namespace heed::nn
