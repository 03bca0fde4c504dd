#pragma once

#include "engine/kernels/elementwise.h"

namespace heed {

// An addition f to the residual stream x; a share `rate` of f is dropped.
struct Residual {
  Tensor x, f;
  DropoutKey key;
  double rate = 0;
};

// LayerNorm (Ba et al. 2016, eq. 4) over the last axis: y = γ ⊙ (x - μ) / √(σ² + ε) + β.
struct NormKernels {
  // stats [rows, 2] keeps μ and 1/√(σ² + ε) of each row.
  void (*layer_norm)(const Device&, const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon,
                     const Tensor& y, const Tensor& stats);
  void (*layer_norm_dx)(const Device&, const Tensor& x, const Tensor& gamma, const Tensor& stats,
                        const Tensor& dy, const Tensor& dx, bool add);
  void (*layer_norm_dgamma)(const Device&, const Tensor& x, const Tensor& stats, const Tensor& dy,
                            const Tensor& dgamma, const Tensor& dbeta, bool add) = nullptr;
  // RMSNorm (Zhang & Sennrich 2019, eq. 4): y = γ ⊙ x / √(mean(x²) + ε). stats keeps 0 and what x is
  // multiplied by, so that layer_norm_dgamma gives its dγ.
  void (*rms_norm)(const Device&, const Tensor& x, const Tensor& gamma, double epsilon, const Tensor& y,
                   const Tensor& stats);
  void (*rms_norm_dx)(const Device&, const Tensor& x, const Tensor& gamma, const Tensor& stats,
                      const Tensor& dy, const Tensor& dx, bool add);
  // A residual sum and its normalisation at once: sum = x + dropout(f), y = LayerNorm(sum), `narrow` the same
  // y in bfloat16. f is bfloat16, all else float32. Null on devices that do one after the other.
  void (*residual)(const Device&, const Residual&, const Tensor& gamma, const Tensor& beta, double epsilon,
                   const Tensor& sum, const Tensor& y, const Tensor& narrow, const Tensor& stats) = nullptr;
  // dsum from dy, and df (+)= what dropout lets through of it.
  void (*residual_dx)(const Device&, const Residual&, const Tensor& sum, const Tensor& gamma,
                      const Tensor& stats, const Tensor& dy, const Tensor& dsum, const Tensor& df,
                      bool add) = nullptr;
  // As layer_norm_dgamma.
  void (*residual_dgamma)(const Device&, const Tensor& sum, const Tensor& stats, const Tensor& dy,
                          const Tensor& dgamma, const Tensor& dbeta, bool add) = nullptr;
};

}  // namespace heed
