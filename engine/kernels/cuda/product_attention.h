// Attention of bf16 runs: the scores of all heads are one product, their outputs another, and so are the
// gradients, as units of matrices compute them. Rows are rounded to bfloat16 and padded to the longest; the
// softmax is float32. Scores are in memory, of as many heads at a time as a limit allows, so that long texts
// need no more than it.
#pragma once

#include "engine/kernels/attention.h"

namespace heed::cuda {

// Bytes of padded rows and scores that one call uses at most.
inline constexpr int64_t kMostPadded = int64_t{256} << 20;

// Whether this is faster than tiles (fused_attention.h) and within the limit. It follows from the shape of a
// batch, so that a step that is recorded stays what it was.
bool worth_products(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& v);
// As fused() and fused_backward() of plans that fuses() takes; `stats` the same and float32, all else float32
// or bfloat16. Of `most_bytes` at least one head is made.
void by_products(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k, const Tensor& v,
                 const Tensor& out, const Tensor& stats, int64_t most_bytes = kMostPadded);
void by_products_backward(const Device&, const AttentionPlan&, const AttentionPass& pass, const Tensor& dout,
                          const AttentionGradients& to, int64_t most_bytes = kMostPadded);

}  // namespace heed::cuda
