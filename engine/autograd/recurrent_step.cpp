#include "engine/autograd/ops.h"

namespace heed {

Variable recurrent_step(Context& ctx, Cell cell, const Variable& a, const Variable& u,
                        const Variable& state) {
  const int64_t G = a.size(-1), H = G / gates_of(cell), S = cell == Cell::kLstm ? 2 * H : H;
  const Shape want{a.size(0), S};
  check(a.shape().rank() == 2 && H * gates_of(cell) == G && u.shape() == a.shape() && state.shape() == want,
        "[recurrent_step] a is ", a.shape(), ", u ", u.shape(), ", the state ", state.shape(),
        ": expected a and u of ", gates_of(cell), " equal blocks, and a state ", want, ".");
  const RecurrentStepKernels& kernels = ctx.kernels().recurrent_step;
  const Tensor gates = ctx.make(a.shape(), a.dtype()), after = ctx.make(want, a.dtype());
  ctx.kernels().elementwise.accumulate(*ctx.device, a.value(), gates, false);
  kernels.forward(*ctx.device, cell, u.value(), state.value(), gates, after);
  return ctx.result("recurrent_step", after, {a, u, state},
                    [&ctx, &kernels, cell, a, u, state, gates, after](const Tensor& dy) {
                      const StepGradients step{u.value(),
                                               state.value(),
                                               after,
                                               dy,
                                               gates,
                                               ctx.make(u.shape(), u.dtype()),
                                               ctx.make(state.shape(), state.dtype())};
                      kernels.backward(*ctx.device, cell, step);
                      move_gradient(ctx, a, gates);
                      move_gradient(ctx, u, step.du);
                      move_gradient(ctx, state, step.dbefore);
                    });
}

}  // namespace heed
