// Attention weights whose scores have a soft cap (Gemma Team 2024, section 2):
//   softmax(c tanh(s / c)), s = q kᵀ / √K, over the keys that each query may see
#pragma once

#include "engine/autograd/ops.h"

namespace heed::nn {

// As attention_weights() gives them; `cap` is c.
Variable capped_weights(Context&, const AttentionPlan&, double cap, const Variable& q, const Variable& k);
// c tanh(x / c)
Variable soft_cap(Context&, double cap, const Variable& x);

}  // namespace heed::nn
