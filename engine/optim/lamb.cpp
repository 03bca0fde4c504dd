#include "engine/optim/lamb.h"

#include <cmath>

namespace heed {
namespace {

Tensor zeros_like(const Device& device, const Tensor& weight, Allocator& memory) {
  Tensor tensor(weight.shape(), DType::kFloat32, memory);
  device.kernels->elementwise.fill(device, 0, tensor);
  return tensor;
}

// y ← y + factor · x
void add_multiple(const Device& device, double factor, const Tensor& x, const Tensor& y) {
  UpdateStep step;
  step.rule = UpdateRule::kSgd;
  step.rate = static_cast<float>(-factor);
  device.kernels->optimizer.update(device, step, 1, x, {y, {}, {}, {}, {}});
}

}  // namespace

void lamb_update(const Device& device, Allocator& scratch, const UpdateStep& adam, double alpha, float clip,
                 const Tensor& gradient, const UpdateState& state) {
  const Kernels& kernels = *device.kernels;
  Tensor g = gradient;
  if (adam.l2 != 0) {
    g = zeros_like(device, state.weight, scratch);
    add_multiple(device, static_cast<double>(clip), gradient, g);
    add_multiple(device, static_cast<double>(adam.l2), state.weight, g);
    clip = 1;
  }
  // Where a weight goes that was zero: -u.
  const Tensor moved = zeros_like(device, state.weight, scratch);
  UpdateStep direction = adam;
  direction.l2 = direction.decay = 0;
  kernels.optimizer.update(device, direction, clip, g, {moved, state.m, state.v, state.v_max, {}});
  if (adam.decay != 0) add_multiple(device, -static_cast<double>(adam.decay), state.weight, moved);

  const double of_weight = std::sqrt(kernels.reduce.sum_of_squares(device, state.weight));
  const double of_step = std::sqrt(kernels.reduce.sum_of_squares(device, moved));
  const double ratio = of_weight > 0 && of_step > 0 ? of_weight / of_step : 1;
  UpdateStep move;
  move.rule = UpdateRule::kSgd;
  move.rate = static_cast<float>(-alpha * ratio);
  move.ema_keep = adam.ema_keep;
  kernels.optimizer.update(device, move, 1, moved, {state.weight, {}, {}, {}, state.average});
}

}  // namespace heed
