#include "engine/autograd/ops.h"

namespace heed {

Variable layer_norm(Context& ctx, const Variable& x, const Variable& gamma, const Variable& beta,
                    double epsilon) {
  if (kLearns && !beta.defined())  // zeros cost a kernel less than another form of it would
    return layer_norm(ctx, x, gamma, Variable(ctx.filled(gamma.shape(), gamma.dtype(), 0)), epsilon);
  check(x.shape().rank() >= 1 && gamma.shape() == Shape{x.size(-1)} && beta.shape() == gamma.shape(),
        "[layer_norm] x is ", x.shape(), ", gamma is ", gamma.shape(), ", beta is ", beta.shape(),
        ": gamma and beta must have the last size of x.");
  Tensor y = ctx.make(x.shape(), x.dtype());
  Tensor stats = ctx.make({x.shape().rows(), 2}, x.dtype());
  const NormKernels& norm = ctx.kernels().norm;
  norm.layer_norm(*ctx.device, x.value(), gamma.value(), beta.value(), epsilon, y, stats);
  return ctx.result(
      "layer_norm", y, {gamma, x, beta}, [&ctx, &norm, x, gamma, beta, stats](const Tensor& dy) {
        contribute(ctx, x, [&](const Tensor& dx, bool add) {
          norm.layer_norm_dx(*ctx.device, x.value(), gamma.value(), stats, dy, dx, add);
        });
        if (!gamma.requires_grad() && !beta.requires_grad()) return;
        // Both are filled at once: if one already holds a gradient, both are added to.
        const GradientPlace at_gamma = gradient_place(ctx, gamma), at_beta = gradient_place(ctx, beta);
        const bool add = at_gamma.add || at_beta.add;
        for (const GradientPlace& place : {at_gamma, at_beta})
          if (add && !place.add) ctx.kernels().elementwise.fill(*ctx.device, 0, place.dx);
        norm.layer_norm_dgamma(*ctx.device, x.value(), stats, dy, at_gamma.dx, at_beta.dx, add);
      });
}

Variable rms_norm(Context& ctx, const Variable& x, const Variable& gamma, double epsilon) {
  check(x.shape().rank() >= 1 && gamma.shape().rank() == 1 && gamma.value().count() > 0 &&
            x.size(-1) % gamma.value().count() == 0,
        "[rms_norm] x is ", x.shape(), ", gamma is ", gamma.shape(),
        ": gamma must have the last size of x, or be a part of it.");
  const Shape parts{x.value().count() / gamma.value().count(), gamma.value().count()};
  Tensor y = ctx.make(x.shape(), x.dtype());
  Tensor stats = ctx.make({parts[0], 2}, x.dtype());
  const NormKernels& norm = ctx.kernels().norm;
  norm.rms_norm(*ctx.device, x.value().reshaped(parts), gamma.value(), epsilon, y.reshaped(parts), stats);
  return ctx.result("rms_norm", y, {gamma, x}, [&ctx, &norm, x, gamma, stats, parts](const Tensor& dy) {
    const Tensor from = x.value().reshaped(parts), given = dy.reshaped(parts);
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      norm.rms_norm_dx(*ctx.device, from, gamma.value(), stats, given, dx.reshaped(parts), add);
    });
    contribute(ctx, gamma, [&](const Tensor& dgamma, bool add) {
      const Tensor nobody = ctx.filled(gamma.shape(), gamma.dtype(), 0);  // would be dβ
      norm.layer_norm_dgamma(*ctx.device, from, stats, given, dgamma, nobody, add);
    });
  });
}

}  // namespace heed
