// Attention without its weights in memory (Dao et al. 2022): keys pass by in tiles while a tile of queries
// keeps its running softmax; the backward pass works the weights out again from log Σ exp of each row. In
// bf16 runs large batches go by products instead (product_attention.h).
#pragma once

#include "engine/kernels/attention.h"

namespace heed::cuda {

// Whether tiles of heads this wide fit on the chip.
bool fuses(const AttentionPlan&, const Tensor& q, const Tensor& v);
void fused(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k, const Tensor& v,
           const Tensor& out, const Tensor& stats);
void fused_backward(const Device&, const AttentionPlan&, const AttentionPass& pass, const Tensor& dout,
                    const AttentionGradients& gradients);

}  // namespace heed::cuda
