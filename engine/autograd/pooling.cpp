#include "engine/autograd/ops.h"

namespace heed {
namespace {

void check_pool(const char* op, const Variable& x, const Spans& spans) {
  check(x.shape().rank() == 2 && spans.rows() <= x.size(0), "[", op, "] x is ", x.shape(),
        ", the sentences need ", spans.rows(), " rows.");
}

}  // namespace

Variable mean_pool(Context& ctx, const Variable& x, const Spans& spans, bool root) {
  check_pool("mean_pool", x, spans);
  Tensor y = ctx.make({static_cast<int64_t>(spans.B()), x.size(1)}, x.dtype());
  ctx.kernels().reduce.span_mean(*ctx.device, x.value(), spans, root, y);
  return ctx.result("mean_pool", y, {x}, [&ctx, x, spans, root](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().reduce.span_mean_dx(*ctx.device, dy, spans, root, dx, add);
    });
  });
}

Variable max_pool(Context& ctx, const Variable& x, const Spans& spans) {
  check_pool("max_pool", x, spans);
  Tensor y = ctx.make({static_cast<int64_t>(spans.B()), x.size(1)}, x.dtype());
  Tensor argmax = ctx.make(y.shape(), DType::kInt32);
  ctx.kernels().reduce.span_max(*ctx.device, x.value(), spans, y, argmax);
  return ctx.result("max_pool", y, {x}, [&ctx, x, argmax](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().reduce.span_max_dx(*ctx.device, dy, argmax, dx, add);
    });
  });
}

Variable span_softmax(Context& ctx, const Variable& scores, const Spans& spans) {
  const int64_t N = scores.value().count();
  check((scores.shape() == Shape{N} || scores.shape() == Shape{N, 1}) && spans.rows() <= N,
        "[span_softmax] scores are ", scores.shape(), ": expected [N, 1] or [N] with N at least ",
        spans.rows(), ".");
  Tensor weights = ctx.filled({N}, scores.dtype(), 0);
  ctx.kernels().softmax.span_softmax(*ctx.device, scores.value(), spans, weights);
  return ctx.result("span_softmax", weights, {scores}, [&ctx, scores, spans, weights](const Tensor& dy) {
    contribute(ctx, scores, [&](const Tensor& dx, bool add) {
      ctx.kernels().softmax.span_softmax_dx(*ctx.device, weights, spans, dy, dx, add);
    });
  });
}

Variable weighted_pool(Context& ctx, const Variable& weights, const Variable& x, const Spans& spans) {
  check_pool("weighted_pool", x, spans);
  check(weights.shape() == Shape{x.size(0)}, "[weighted_pool] x is ", x.shape(), ", weights are ",
        weights.shape(), ": expected one per row.");
  Tensor y = ctx.make({static_cast<int64_t>(spans.B()), x.size(1)}, x.dtype());
  const ReduceKernels& reduce = ctx.kernels().reduce;
  reduce.span_weighted(*ctx.device, weights.value(), x.value(), spans, y);
  return ctx.result("weighted_pool", y, {weights, x}, [&ctx, &reduce, weights, x, spans](const Tensor& dy) {
    contribute(ctx, weights, [&](const Tensor& dw, bool add) {
      reduce.span_weighted_dw(*ctx.device, dy, x.value(), spans, dw, add);
    });
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      reduce.span_weighted_dx(*ctx.device, dy, weights.value(), spans, dx, add);
    });
  });
}

Variable last_states(Context& ctx, const Variable& x, const Spans& spans, int64_t forward) {
  check_pool("last_states", x, spans);
  Tensor y = ctx.make({static_cast<int64_t>(spans.B()), x.size(1)}, x.dtype());
  ctx.kernels().reduce.span_ends(*ctx.device, x.value(), spans, forward, y);
  return ctx.result("last_states", y, {x}, [&ctx, x, spans, forward](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().reduce.span_ends_dx(*ctx.device, dy, spans, forward, dx, add);
    });
  });
}

}  // namespace heed
