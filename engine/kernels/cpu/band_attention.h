// Attention of long texts, and within a sliding window, without its weights in memory: a band of queries at a
// time, whose scores stay in the processor's cache. The backward pass works them out again (Dao et al. 2022).
#pragma once

#include "engine/kernels/attention.h"
#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

// Whether sentences are so long, or windows leave out enough of them.
bool worth_bands(const AttentionPlan&, const Tensor& q, const Tensor& v);
void band_attention(const Device&, const AttentionPlan&, const Tensor& q, const Tensor& k, const Tensor& v,
                    const Tensor& out, const Tensor& stats);
void band_attention_backward(const Device&, const AttentionPlan&, const AttentionPass&, const Tensor& dout,
                             const AttentionGradients&);

HEED_END_KERNELS
