// What the page's first module links in place of fused_attention.cpp: a page has no device that fuses.
#include "engine/autograd/ops.h"

namespace heed {

Variable attention(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k,
                   const Variable& v) {
  return attention_apply(ctx, plan, attention_weights(ctx, plan, q, k), v);
}

}  // namespace heed
