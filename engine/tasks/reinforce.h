// Learning from what was drawn at random (Williams 1992; Xu et al. 2015, section 4.1): no gradient goes
// through a drawn choice s, but that of the expected loss is E[(loss - b) ∂ log p(s)] for any b that does not
// depend on s. Here b is the mean loss of the other sentences of the batch: it needs no state, and a sentence
// whose choices did better than the others' makes them likelier.
#pragma once

#include "engine/autograd/context.h"
#include "engine/tensor/spans.h"

namespace heed {

// `loss` itself when nothing was drawn, else `loss` with the gradient of 1/B Σ_b (loss_b - b_b) log p_b
// beside its own. logits [B, C], labels int32 [B].
Variable with_choices(Context& ctx, const Variable& loss, const Variable& logits, const Tensor& labels);

// A network that writes texts has logits [M, V] and labels [M] where `texts` lie: what was drawn for a text
// before its word t is judged by what that word and all behind it cost, against as many words of the other
// texts. Choices come step by step, of the texts that are alive, the longest first (nn/steps.h), or of all
// steps together, text by text.
Variable with_choices_of_texts(Context& ctx, const Variable& loss, const Variable& logits,
                               const Tensor& labels, const Spans& texts);

}  // namespace heed
