// LAMB (You et al. 2020, algorithm 2), for large batches: Adam whose step is as long as the weights are.
//
//   u = m̂ / (√v̂ + ε) + λ θ                   m̂, v̂ as in adam.h
//   θ ← θ - α (‖θ‖ / ‖u‖) u                  norms of the whole tensor; their ratio is 1 where one is 0
#pragma once

#include "engine/kernels/kernels.h"

namespace heed {

// `adam`: adam_step() at rate 1, its decay is λ. Made of kernels that every device has; `scratch` gives
// memory of the weight's size, or twice that.
void lamb_update(const Device& device, Allocator& scratch, const UpdateStep& adam, double alpha, float clip,
                 const Tensor& gradient, const UpdateState& state);

}  // namespace heed
