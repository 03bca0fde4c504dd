// Clipping by the norm of the whole gradient (Pascanu et al. 2013): g ← g · min(1, limit / ‖g‖).
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/kernels/kernels.h"
#include "engine/nn/parameters.h"

namespace heed {

// ‖g‖ = √ Σ g² over all gradients that a backward pass left.
inline double gradient_norm(const Parameters& parameters, const Device& device) {
  double sum = 0;
  for (const Variable& parameter : parameters.all()) {
    const Node& node = parameter.node();
    if (node.grad.defined()) sum += device.kernels->reduce.sum_of_squares(device, node.grad);
    if (node.sparse_grad.defined())
      sum += device.kernels->reduce.sum_of_squares(device, node.sparse_grad.values);
  }
  return std::sqrt(sum);
}

// What the gradient is multiplied by; `limit` 0: no limit. PyTorch divides by norm + 1e-6 too.
inline double clipping_factor(double norm, double limit) {
  return limit > 0 ? std::min(1.0, limit / (norm + 1e-6)) : 1;
}

}  // namespace heed
