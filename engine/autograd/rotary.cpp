#include "engine/autograd/attention_checks.h"
#include "engine/autograd/ops.h"

namespace heed {

Tensor rotary_angles(Context& ctx, int64_t T, int64_t K, const RotaryTurns& turns, DType dtype) {
  check(K > 0 && K % 2 == 0 && turns.theta > 0 && turns.factor > 0 && turns.low < turns.high,
        "[rotary] heads of width ", K, ", theta ", turns.theta, ", factor ", turns.factor, " from ",
        turns.low, " to ", turns.high,
        " turns: expected an even width, theta and factor more than 0, and a range.");
  Tensor angles = ctx.make({T, K}, wide(dtype));
  ctx.kernels().rotary.angles(*ctx.device, turns, angles);
  return angles;
}

Variable rotary(Context& ctx, const Variable& x, const Spans& spans, const Tensor& angles) {
  check(x.shape().rank() == 2 && x.size(1) % angles.size(1) == 0 && angles.size(0) >= spans.longest() &&
            x.size(0) >= spans.rows(),
        "[rotary] x is ", x.shape(), ", the angles are ", angles.shape(), ", the longest sentence is ",
        spans.longest(), ": expected [N, H·K], and [T, K] for as many places as it has.");
  const RotaryKernels& kernels = ctx.kernels().rotary;
  const Tensor y = ctx.make(x.shape(), x.dtype());
  zero_if_padded(ctx, spans, y, false);
  kernels.turn(*ctx.device, x.value(), spans, angles, false, y, false);
  return ctx.result("rotary", y, {x}, [&ctx, &kernels, x, spans, angles](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      zero_if_padded(ctx, spans, dx, add);
      kernels.turn(*ctx.device, dy, spans, angles, true, dx, add);
    });
  });
}

}  // namespace heed
