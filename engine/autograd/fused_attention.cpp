// Both halves of attention at once, on devices that have such a kernel.
#include "engine/autograd/attention_checks.h"
#include "engine/autograd/ops.h"

namespace heed {
namespace {

// Rows of no sentence get zeros, and where one variable has several parts to play, its place is zeroed first:
// every part then adds to it.
GradientPlace place_of(const Context& ctx, const Variable& x, const Spans& spans, bool several) {
  GradientPlace place = gradient_place(ctx, x);
  if (several && !place.add) {
    ctx.kernels().elementwise.fill(*ctx.device, 0, place.dx);
    place.add = true;
  }
  zero_if_padded(ctx, spans, place.dx, place.add);
  return place;
}

// Nobody but a kernel that fuses both halves takes bfloat16.
Variable by_halves(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k,
                   const Variable& v) {
  return attention_apply(ctx, plan, attention_weights(ctx, plan, widen(ctx, q), widen(ctx, k)),
                         widen(ctx, v));
}

}  // namespace

Variable attention(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k,
                   const Variable& v) {
  const AttentionKernels& kernels = ctx.kernels().attention;
  if (!kLearns || !kernels.fused) return by_halves(ctx, plan, q, k, v);
  check_attention_heads(plan, q, k);
  check_attention_values(plan, v);
  check(q.dtype() == k.dtype() && q.dtype() == v.dtype(), "[attention] q is ", name_of(q.dtype()), ", k is ",
        name_of(k.dtype()), ", v is ", name_of(v.dtype()), ": expected one type.");
  if (!kernels.fuses(plan, q.value(), v.value())) return by_halves(ctx, plan, q, k, v);
  int64_t rows = 0;
  for (int32_t length : plan.queries.length) rows += length;
  const AttentionPass pass{q.value(), k.value(), v.value(), ctx.make({rows, v.size(1)}, v.dtype()),
                           ctx.make({rows, plan.heads}, wide(v.dtype()))};
  kernels.fused(*ctx.device, plan, pass.q, pass.k, pass.v, pass.out, pass.stats);
  return ctx.result("attention", pass.out, {q, k, v}, [&ctx, plan, q, k, v, pass](const Tensor& dout) {
    const bool several = &q.node() == &k.node() || &q.node() == &v.node() || &k.node() == &v.node();
    const GradientPlace at_q = place_of(ctx, q, plan.queries, several),
                        at_k = place_of(ctx, k, plan.keys, several),
                        at_v = place_of(ctx, v, plan.keys, several);
    ctx.kernels().attention.fused_backward(*ctx.device, plan, pass, dout,
                                           {at_q.dx, at_k.dx, at_v.dx, at_q.add, at_k.add, at_v.add});
  });
}

}  // namespace heed
