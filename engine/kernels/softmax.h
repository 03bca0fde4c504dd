#pragma once

#include "engine/device/device.h"

namespace heed {

struct SoftmaxKernels {
  // p[r] = softmax(x[r]) for each row of [N, C].
  void (*softmax)(const Device&, const Tensor& x, const Tensor& p);
  // loss [1] = Σ_n w[y_n] l_n / Σ_n w[y_n], l_n = -(1-ε) log p[y_n] - ε/C Σ_c (w[c]/w[y_n]) log p[c]:
  // PyTorch's weighted mean with label smoothing ε. labels int32 [N]; weights [C] or undefined. Also writes
  // dlogits = ∂loss/∂logits.
  void (*cross_entropy)(const Device&, const Tensor& logits, const Tensor& labels, const Tensor& weights,
                        double smoothing, const Tensor& loss, const Tensor& dlogits);
};

}  // namespace heed
