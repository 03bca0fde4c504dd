#pragma once

#include "engine/device/device.h"

namespace heed {

// LayerNorm (Ba et al. 2016, eq. 4) over the last axis: y = γ ⊙ (x - μ) / √(σ² + ε) + β.
struct NormKernels {
  // stats [rows, 2] keeps μ and 1/√(σ² + ε) of each row.
  void (*layer_norm)(const Device&, const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon,
                     const Tensor& y, const Tensor& stats);
  void (*layer_norm_dx)(const Device&, const Tensor& x, const Tensor& gamma, const Tensor& stats,
                        const Tensor& dy, const Tensor& dx, bool add);
  void (*layer_norm_dgamma)(const Device&, const Tensor& x, const Tensor& stats, const Tensor& dy,
                            const Tensor& dgamma, const Tensor& dbeta, bool add);
};

}  // namespace heed
