#include "engine/autograd/attention_checks.h"
#include "engine/autograd/ops.h"

namespace heed {
namespace {

void check_plan(const char* op, const AttentionPlan& plan, int64_t query_rows, int64_t key_rows) {
  check(plan.queries.B() == plan.keys.B(), "[", op, "] ", plan.queries.B(), " sentences of queries, ",
        plan.keys.B(), " of keys: expected the same number.");
  check(plan.heads >= 1, "[", op, "] ", plan.heads, " heads: expected one or more.");
  check(plan.queries.rows() <= query_rows && plan.keys.rows() <= key_rows, "[", op, "] sentences need ",
        plan.queries.rows(), " query rows of ", query_rows, " and ", plan.keys.rows(), " key rows of ",
        key_rows, ".");
  // Gradients of keys are written sentence by sentence.
  for (size_t b = 1; b < plan.keys.B(); ++b)
    check(plan.keys.begin[b] >= plan.keys.begin[b - 1] + plan.keys.length[b - 1], "[", op,
          "] the keys of sentence ", b, " begin at row ", plan.keys.begin[b], ", those before end at row ",
          plan.keys.begin[b - 1] + plan.keys.length[b - 1], ": expected one sentence after the other.");
}

}  // namespace

void check_attention_heads(const AttentionPlan& plan, const Variable& q, const Variable& k) {
  check(q.shape().rank() == 2 && k.shape().rank() == 2 && q.size(1) == k.size(1), "[attention] q is ",
        q.shape(), ", k is ", k.shape(), ": the last sizes must be equal.");
  check_plan("attention", plan, q.size(0), k.size(0));
  check(q.size(1) % plan.heads == 0, "[attention] width ", q.size(1), " cannot be shared by ", plan.heads,
        " heads.");
}

void check_attention_values(const AttentionPlan& plan, const Variable& v) {
  check_plan("attention", plan, plan.queries.rows(), v.size(0));
  check(v.shape().rank() == 2 && v.size(1) % plan.heads == 0, "[attention] v is ", v.shape(),
        ": its width cannot be shared by ", plan.heads, " heads.");
}

void zero_if_padded(const Context& ctx, const Spans& spans, const Tensor& dx, bool add) {
  int64_t used = 0;
  for (int32_t length : spans.length) used += length;
  if (!add && used < dx.shape().rows()) ctx.kernels().elementwise.fill(*ctx.device, 0, dx);
}

Variable attention_weights(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k) {
  check_attention_heads(plan, q, k);
  const int64_t room = ctx.room_for_shape ? plan.most_weights() : plan.weight_offsets().back();
  Tensor weights = ctx.make({room}, q.dtype());
  ctx.kernels().attention.weights(*ctx.device, plan, q.value(), k.value(), weights);
  return ctx.result("attention_weights", weights, {q, k}, [&ctx, plan, q, k, weights](const Tensor& dy) {
    // q and k may be one and the same: the second place then already holds what the first one wrote.
    GradientPlace at_q = gradient_place(ctx, q);
    zero_if_padded(ctx, plan.queries, at_q.dx, at_q.add);
    if (&q.node() == &k.node() && !at_q.add) {  // a row may be a query here and a key there: all are added
      ctx.kernels().elementwise.fill(*ctx.device, 0, at_q.dx);
      at_q.add = true;
    }
    const GradientPlace at_k = gradient_place(ctx, k);
    zero_if_padded(ctx, plan.keys, at_k.dx, at_k.add);
    ctx.kernels().attention.weights_backward(*ctx.device, plan, q.value(), k.value(), weights, dy, at_q.dx,
                                             at_q.add, at_k.dx, at_k.add);
  });
}

Variable attention_apply(Context& ctx, const AttentionPlan& plan, const Variable& weights,
                         const Variable& v) {
  check_attention_values(plan, v);
  const int64_t given = weights.value().count(), needed = plan.weight_offsets().back();
  check(given == needed || (ctx.room_for_shape && given == plan.most_weights()), "[attention] ", given,
        " weights: the sentences need ", needed, ".");
  int64_t rows = 0;
  for (int32_t length : plan.queries.length) rows += length;
  Tensor out = ctx.make({rows, v.size(1)}, v.dtype());
  ctx.kernels().attention.apply(*ctx.device, plan, weights.value(), v.value(), out);
  return ctx.result("attention", out, {weights, v}, [&ctx, plan, weights, v](const Tensor& dy) {
    Tensor dweights = ctx.make(weights.shape(), weights.dtype());
    const GradientPlace at_v = gradient_place(ctx, v);
    zero_if_padded(ctx, plan.keys, at_v.dx, at_v.add);
    ctx.kernels().attention.apply_backward(*ctx.device, plan, weights.value(), v.value(), dy, dweights,
                                           at_v.dx, at_v.add);
    move_gradient(ctx, weights, dweights);
  });
}

}  // namespace heed
