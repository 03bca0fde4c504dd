#include "engine/autograd/ops.h"

namespace heed {
namespace {

// dy is one number: what follows from it is a multiple of what the forward pass has prepared.
Tensor scaled(const Context& ctx, const Tensor& x, const Tensor& dy) {
  Tensor y = ctx.make(x.shape(), x.dtype());
  ctx.kernels().elementwise.times(*ctx.device, x, dy, y);
  return y;
}

}  // namespace

Variable cross_entropy(Context& ctx, const Variable& logits, const Tensor& labels,
                       const Tensor& class_weights, double smoothing) {
  check(logits.shape().rank() == 2 && labels.dtype() == DType::kInt32 && labels.count() == logits.size(0),
        "[cross_entropy] logits are ", logits.shape(), ", labels are ", labels.shape(),
        ": expected one per row.");
  check(!class_weights.defined() || class_weights.count() == logits.size(1), "[cross_entropy] ",
        class_weights.defined() ? class_weights.count() : 0, " class weights for ", logits.size(1),
        " classes.");
  check(smoothing >= 0 && smoothing <= 1, "[cross_entropy] label smoothing is ", smoothing,
        ": expected 0 to 1.");
  for (int64_t n = 0; n < labels.count(); ++n) {
    const int32_t label = labels.data<int32_t>()[n];
    check(label == kNoLabel || (label >= 0 && label < logits.size(1)), "[cross_entropy] label ", label,
          " of row ", n, ": there are ", logits.size(1), " classes.");
  }
  Tensor loss = ctx.make({1}, logits.dtype()), dlogits = ctx.make(logits.shape(), logits.dtype());
  ctx.kernels().softmax.cross_entropy(*ctx.device, logits.value(), ctx.upload(labels),
                                      ctx.upload(class_weights), smoothing, loss, dlogits);
  return ctx.result("cross_entropy", loss, {logits}, [&ctx, logits, dlogits](const Tensor& dy) {
    Tensor gradient = scaled(ctx, dlogits, dy);
    contribute(ctx, logits, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.accumulate(*ctx.device, gradient, dx, add);
    });
  });
}

Variable weighted_sum(Context& ctx, const Variable& x, const Tensor& given) {
  check(x.shape() == given.shape() && x.dtype() == given.dtype(), "[weighted_sum] x is ", x.shape(),
        ", weights are ", given.shape(), ": expected equal shapes.");
  const Tensor weights = ctx.upload(given);
  Tensor product = ctx.make(x.shape(), x.dtype()), sum = ctx.make({1}, x.dtype());
  ctx.kernels().elementwise.multiply(*ctx.device, x.value(), weights, product, false);
  const Spans all{{0}, {static_cast<int32_t>(x.value().count())}};
  ctx.kernels().reduce.span_mean(*ctx.device, product.reshaped({x.value().count(), 1}), all, false,
                                 sum.reshaped({1, 1}));
  // The kernel gives the mean; the sum is that times the count.
  const Tensor count = ctx.filled({1}, x.dtype(), static_cast<double>(x.value().count()));
  ctx.kernels().elementwise.multiply(*ctx.device, sum, count, sum, false);
  return ctx.result("weighted_sum", sum, {x}, [&ctx, x, weights](const Tensor& dy) {
    Tensor gradient = scaled(ctx, weights, dy);
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.accumulate(*ctx.device, gradient, dx, add);
    });
  });
}

}  // namespace heed
