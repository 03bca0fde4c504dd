#include "engine/autograd/ops.h"

namespace heed {

Variable linear(Context& ctx, const Variable& x, const Variable& W, const Variable& b, Activation f) {
  check(x.shape().rank() == 2 && W.shape().rank() == 2 && x.size(1) == W.size(1), "[linear] x is ", x.shape(),
        ", weight is ", W.shape(), ": the last sizes must be equal.");
  check(!b.defined() || b.shape() == Shape{W.size(0)}, "[linear] bias is ", b.defined() ? b.shape() : Shape{},
        ": expected [", W.size(0), "], one per row of the weight ", W.shape(), ".");
  // The gradients of the others need what went in.
  const bool fused = !ctx.tape || f == Activation::kNone || f == Activation::kRelu;
  Tensor y = ctx.make({x.size(0), W.size(0)}, x.dtype());
  ctx.kernels().matmul.linear(*ctx.device, x.value(), W.value(), ctx.tape ? Tensor{} : W.node().packed,
                              b.defined() ? b.value() : Tensor{}, fused ? f : Activation::kNone, y);
  const bool relu = f == Activation::kRelu;
  Variable out = ctx.result("linear", y, {W, x, b}, [&ctx, x, W, b, relu, y](const Tensor& dy) {
    const MatmulKernels& matmul = ctx.kernels().matmul;
    if (relu) ctx.kernels().elementwise.activate_backward(*ctx.device, Activation::kRelu, y, dy, dy, false);
    contribute(ctx, x,
               [&](const Tensor& dx, bool add) { matmul.linear_dx(*ctx.device, dy, W.value(), dx, add); });
    contribute(ctx, W,
               [&](const Tensor& dW, bool add) { matmul.linear_dW(*ctx.device, dy, x.value(), dW, add); });
    contribute(ctx, b, [&](const Tensor& db, bool add) { matmul.linear_db(*ctx.device, dy, db, add); });
  });
  return fused ? out : activate(ctx, f, out);
}

}  // namespace heed
