#include "engine/autograd/ops.h"

namespace heed {
namespace {

void check_heads(const char* op, const AttentionPlan& plan, const Variable& q, const Variable& k) {
  check(q.shape().rank() == 2 && k.shape().rank() == 2 && q.size(1) == k.size(1), "[", op, "] q is ",
        q.shape(), ", k is ", k.shape(), ": the last sizes must be equal.");
  check(plan.heads >= 1 && q.size(1) % plan.heads == 0, "[", op, "] width ", q.size(1),
        " cannot be shared by ", plan.heads, " heads.");
  check(
      plan.queries.B() == plan.keys.B() && plan.queries.rows() <= q.size(0) && plan.keys.rows() <= k.size(0),
      "[", op, "] sentences need ", plan.queries.rows(), " query rows of ", q.size(0), " and ",
      plan.keys.rows(), " key rows of ", k.size(0), ".");
}

void check_flat(const char* op, const Variable& x, const Spans& rows) {
  check(x.shape().rank() == 1 && rows.rows() <= x.size(0), "[", op, "] scores are ", x.shape(),
        ": expected [N] with N at least ", rows.rows(), ".");
}

// A place that holds zeros or what other uses of x have contributed: kernels add to it. One tensor may then
// be two inputs, and rows that belong to no sentence get no gradient.
Tensor sum_place(const Context& ctx, const Variable& x) {
  const GradientPlace place = gradient_place(ctx, x);
  if (!place.add) ctx.kernels().elementwise.fill(*ctx.device, 0, place.dx);
  return place.dx;
}

}  // namespace

Spans visible_keys(const AttentionPlan& plan, const Window& window) {
  Spans rows;
  const std::vector<int64_t> offsets = plan.weight_offsets();
  for (size_t b = 0; b < plan.queries.B(); ++b) {
    const int64_t T = plan.queries.length[b], S = plan.keys.length[b];
    for (int64_t h = 0; h < plan.heads; ++h)
      for (int64_t t = 0; t < T; ++t) {
        const int64_t n = plan.queries.begin[b] + t;
        const int64_t first = window.first ? std::clamp<int64_t>(window.first(plan.before + t, n), 0, S) : 0;
        int64_t end = plan.causal ? std::min(t + 1, S) : S;
        if (window.last) end = std::min(end, window.last(plan.before + t, n) + 1);
        rows.begin.push_back(static_cast<int32_t>(offsets[b] + (h * T + t) * S + first));
        rows.length.push_back(static_cast<int32_t>(std::max<int64_t>(0, end - first)));
      }
  }
  return rows;
}

Variable dot_scores(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k) {
  check_heads("dot_scores", plan, q, k);
  Tensor e = ctx.make({plan.weight_offsets().back()}, q.dtype());
  ctx.kernels().alignment.dot(*ctx.device, plan, q.value(), k.value(), e);
  return ctx.result("dot_scores", e, {q, k}, [&ctx, plan, q, k](const Tensor& de) {
    const Tensor dq = sum_place(ctx, q), dk = sum_place(ctx, k);
    ctx.kernels().alignment.dot_backward(*ctx.device, plan, q.value(), k.value(), de, dq, dk);
  });
}

Variable additive_scores(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k,
                         const Variable& v) {
  check_heads("additive_scores", plan, q, k);
  check(v.value().count() == q.size(1), "[additive_scores] q is ", q.shape(), ", v is ", v.shape(),
        ": expected a number of v for each column of q.");
  Tensor e = ctx.make({plan.weight_offsets().back()}, q.dtype());
  ctx.kernels().alignment.additive(*ctx.device, plan, q.value(), k.value(), v.value(), e);
  return ctx.result("additive_scores", e, {v, q, k}, [&ctx, plan, q, k, v](const Tensor& de) {
    const Tensor dq = sum_place(ctx, q), dk = sum_place(ctx, k), dv = sum_place(ctx, v);
    ctx.kernels().alignment.additive_backward(*ctx.device, plan, q.value(), k.value(), v.value(), de, dq, dk,
                                              dv);
  });
}

Variable sparsemax(Context& ctx, const Variable& scores, const Spans& rows) {
  check_flat("sparsemax", scores, rows);
  const Tensor p = ctx.filled(scores.shape(), scores.dtype(), 0);
  ctx.kernels().alignment.sparsemax(*ctx.device, scores.value(), rows, p);
  return ctx.result("sparsemax", p, {scores}, [&ctx, scores, rows, p](const Tensor& dp) {
    contribute(ctx, scores, [&](const Tensor& de, bool add) {
      ctx.kernels().alignment.sparsemax_dx(*ctx.device, p, rows, dp, de, add);
    });
  });
}

Variable map_rows(Context& ctx, const char* op, const RowRule& rule, const Variable& scores,
                  const Spans& rows) {
  check_flat(op, scores, rows);
  const Tensor e = ctx.host(scores.value()).to(DType::kFloat64);
  const Tensor p = Tensor::zeros(e.shape(), DType::kFloat64);
  for (size_t r = 0; r < rows.B(); ++r)
    rule.forward(e.data<double>() + rows.begin[r], p.data<double>() + rows.begin[r], rows.length[r]);
  return ctx.result(op, ctx.upload(p.to(scores.dtype())), {scores},
                    [&ctx, rule, scores, rows, p](const Tensor& given) {
                      const Tensor dp = ctx.host(given).to(DType::kFloat64);
                      const Tensor de = Tensor::zeros(dp.shape(), DType::kFloat64);
                      for (size_t r = 0; r < rows.B(); ++r)
                        rule.backward(p.data<double>() + rows.begin[r], dp.data<double>() + rows.begin[r],
                                      de.data<double>() + rows.begin[r], rows.length[r]);
                      move_gradient(ctx, scores, ctx.upload(de.to(scores.dtype())));
                    });
}

Variable centres(Context& ctx, const AttentionPlan& plan, const Variable& u) {
  check(u.shape() == Shape{u.size(0), 1} && plan.queries.rows() <= u.size(0), "[centres] u is ", u.shape(),
        ": expected [N, 1], a number per query.");
  const Tensor p = ctx.filled(u.shape(), u.dtype(), 0);
  ctx.kernels().alignment.centres(*ctx.device, plan, u.value(), p);
  return ctx.result("centres", p, {u}, [&ctx, plan, u, p](const Tensor& dp) {
    ctx.kernels().alignment.centres_du(*ctx.device, plan, p, dp, sum_place(ctx, u));
  });
}

Variable gaussian(Context& ctx, const AttentionPlan& plan, const Variable& p, double sigma) {
  check(p.shape() == Shape{p.size(0), 1} && plan.queries.rows() <= p.size(0), "[gaussian] p is ", p.shape(),
        ": expected [N, 1], a centre per query.");
  check(sigma > 0, "[gaussian] sigma is ", sigma, ": expected more than 0.");
  const Tensor g = ctx.make({plan.weight_offsets().back()}, p.dtype());
  ctx.kernels().alignment.gaussian(*ctx.device, plan, p.value(), sigma, g);
  return ctx.result("gaussian", g, {p}, [&ctx, plan, p, sigma, g](const Tensor& dg) {
    ctx.kernels().alignment.gaussian_dp(*ctx.device, plan, p.value(), sigma, g, dg, sum_place(ctx, p));
  });
}

Choice choose(Context& ctx, const AttentionPlan& plan, const Variable& p, const Spans& rows) {
  check_flat("choose", p, rows);
  const DropoutKey key = ctx.dropout;
  if (ctx.training) ++ctx.dropout.tensor;
  const Tensor chosen = ctx.make(p.shape(), p.dtype());
  ctx.kernels().alignment.choose(*ctx.device, key, !ctx.training, p.value(), rows, chosen);
  if (!ctx.training || !ctx.tape) return {chosen, {}};
  Tensor l = ctx.make({static_cast<int64_t>(plan.queries.B())}, p.dtype());
  ctx.kernels().alignment.log_likelihood(*ctx.device, plan, p.value(), chosen, l);
  return {chosen, ctx.result("log_likelihood", l, {p}, [&ctx, plan, p, chosen](const Tensor& dl) {
            ctx.kernels().alignment.log_likelihood_dp(*ctx.device, plan, p.value(), chosen, dl,
                                                      sum_place(ctx, p));
          })};
}

}  // namespace heed
