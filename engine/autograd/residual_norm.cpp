// A residual sum and its normalisation at once, on devices that have such a kernel.
#include "engine/autograd/ops.h"

namespace heed {
namespace {

// Both are filled at once: if one already holds a gradient, both are added to.
void contribute_gamma(const Context& ctx, const Variable& gamma, const Variable& beta, const Tensor& sum,
                      const Tensor& stats, const Tensor& dy) {
  if (!gamma.requires_grad() && !beta.requires_grad()) return;
  const GradientPlace at_gamma = gradient_place(ctx, gamma), at_beta = gradient_place(ctx, beta);
  const bool add = at_gamma.add || at_beta.add;
  for (const GradientPlace& place : {at_gamma, at_beta})
    if (add && !place.add) ctx.kernels().elementwise.fill(*ctx.device, 0, place.dx);
  ctx.kernels().norm.residual_dgamma(*ctx.device, sum, stats, dy, at_gamma.dx, at_beta.dx, add);
}

}  // namespace

Variable residual_norm(Context& ctx, const Variable& x, const Variable& f, double rate, const Variable& gamma,
                       const Variable& beta, double epsilon) {
  const NormKernels& norm = ctx.kernels().norm;
  if (!kLearns || f.dtype() != DType::kBFloat16 || x.dtype() != DType::kFloat32 || !norm.residual)
    return layer_norm(ctx, add(ctx, x, dropout(ctx, rate, f)), gamma, beta, epsilon);
  check(x.shape() == f.shape() && gamma.shape() == Shape{x.size(-1)} && beta.shape() == gamma.shape(),
        "[residual_norm] x is ", x.shape(), ", f is ", f.shape(), ", gamma is ", gamma.shape(), ", beta is ",
        beta.shape(), ": x and f must be alike, gamma and beta have their last size.");
  const bool drops = ctx.training && rate > 0;
  const Residual residual{x.value(), f.value(), drops ? ctx.next_dropout(x.shape()) : DropoutKey{},
                          drops ? rate : 0};
  const Tensor sum = ctx.make(x.shape(), x.dtype()), y = ctx.make(x.shape(), x.dtype()),
               narrow = ctx.make(x.shape(), DType::kBFloat16),
               stats = ctx.make({x.shape().rows(), 2}, x.dtype());
  norm.residual(*ctx.device, residual, gamma.value(), beta.value(), epsilon, sum, y, narrow, stats);
  Variable out = ctx.result("residual_norm", y, {gamma, x, f, beta},
                            [&ctx, &norm, x, f, gamma, beta, residual, sum, stats](const Tensor& dy) {
                              contribute_gamma(ctx, gamma, beta, sum, stats, dy);
                              const Tensor dsum = ctx.make(sum.shape(), sum.dtype());
                              const GradientPlace at_f = gradient_place(ctx, f);
                              norm.residual_dx(*ctx.device, residual, sum, gamma.value(), stats, dy, dsum,
                                               at_f.dx, at_f.add);
                              move_gradient(ctx, x, dsum);
                            });
  ctx.tape->keep_narrowed(out, narrow);
  return out;
}

}  // namespace heed
