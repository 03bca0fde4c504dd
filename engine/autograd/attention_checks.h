// What the two halves of attention and the fused whole check and do alike.
#pragma once

#include "engine/autograd/context.h"

namespace heed {

void check_attention_heads(const AttentionPlan& plan, const Variable& q, const Variable& k);
void check_attention_values(const AttentionPlan& plan, const Variable& v);
// Rows of x that belong to no sentence (padding) get no gradient; kernels write only the rows of sentences.
void zero_if_padded(const Context& ctx, const Spans& spans, const Tensor& dx, bool add);

}  // namespace heed
