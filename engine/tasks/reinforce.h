// Learning from what was drawn at random (Williams 1992; Xu et al. 2015, section 4.1): no gradient goes
// through a drawn choice s, but that of the expected loss is E[(loss - b) ∂ log p(s)] for any b that does not
// depend on s. Here b is the mean loss of the other sentences of the batch: it needs no state, and a sentence
// whose choices did better than the others' makes them likelier.
#pragma once

#include "engine/autograd/context.h"

namespace heed {

// `loss` itself when nothing was drawn, else `loss` + 1/B Σ_b (loss_b - b_b) log p_b: differentiated, that is
// the gradient above. logits [B, C], labels int32 [B].
Variable with_choices(Context& ctx, const Variable& loss, const Variable& logits, const Tensor& labels);

}  // namespace heed
