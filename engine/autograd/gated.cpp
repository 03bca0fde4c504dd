#include "engine/autograd/ops.h"

namespace heed {

Variable gated(Context& ctx, Activation f, const Variable& x) {
  check(x.shape().rank() == 2 && x.size(1) % 2 == 0, "[gated] x is ", x.shape(),
        ": expected [N, 2F], what is activated and its gate.");
  check(f == Activation::kRelu || slopes_by_input(f),
        "[gated] this activation has no gated form here: expected ReLU, GELU or SiLU.");
  const GatedKernels& kernels = ctx.kernels().gated;
  const Tensor y = ctx.make({x.size(0), x.size(1) / 2}, x.dtype());
  kernels.gate(*ctx.device, f, x.value(), y);
  return ctx.result("gated", y, {x}, [&ctx, &kernels, f, x](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      kernels.gate_backward(*ctx.device, f, x.value(), dy, dx, add);
    });
  });
}

}  // namespace heed
