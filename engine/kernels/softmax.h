#pragma once

#include "engine/device/device.h"
#include "engine/tensor/spans.h"

namespace heed {

struct SoftmaxKernels {
  // p[r] = softmax(x[r]) for each row of [N, C]; p may be x.
  void (*softmax)(const Device&, const Tensor& x, const Tensor& p);
  // p [N] = softmax(x[n])[labels[n]] of x [N, C]; labels int32 [N]. x is read once, and the rest of its
  // softmax is nowhere.
  void (*likelihood)(const Device&, const Tensor& x, const Tensor& labels, const Tensor& p);
  // weights [N] = softmax of scores [N] within each span; other rows are left as they are.
  void (*span_softmax)(const Device&, const Tensor& scores, const Spans&, const Tensor& weights);
  void (*span_softmax_dx)(const Device&, const Tensor& weights, const Spans&, const Tensor& dweights,
                          const Tensor& dscores, bool add);
  // loss [1] = Σ_n w[y_n] l_n / Σ_n w[y_n], l_n = -(1-ε) log p[y_n] - ε/C Σ_c (w[c]/w[y_n]) log p[c]:
  // PyTorch's weighted mean with label smoothing ε. labels int32 [N]; weights [C] or undefined. Also writes
  // dlogits = ∂loss/∂logits. A row whose label is negative counts nowhere, and its gradient is 0.
  void (*cross_entropy)(const Device&, const Tensor& logits, const Tensor& labels, const Tensor& weights,
                        double smoothing, const Tensor& loss, const Tensor& dlogits) = nullptr;
};

}  // namespace heed
