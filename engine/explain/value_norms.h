// How long the vectors are that attention hands over, not only how large its weights (Kobayashi et al. 2020):
// ‖α_ts f_h(x_s)‖, f_h(x) = (x W_V + b_V) W_O of head h. A word that gets much attention with a short vector
// says little. Where a LayerNorm reads the sum, f_h is less its mean, which that norm removes.
#pragma once

#include "engine/explain/maps.h"

namespace heed::explain {

struct ValueNorms {
  Map heads;      // [H, T, S]: ‖α_ts f_h(x_s)‖
  Matrix summed;  // [T, S]: ‖Σ_h α_ts f_h(x_s)‖
};

// One entry for each layer. The last layer of a sentence classifier serves as its W_O: values and votes are
// as long as what they add to the logits. Where there is no W_O (attention pooling of recurrent states),
// f_h(x) are the states.
std::vector<ValueNorms> value_norms(const Subject& subject, const EncodedText& text);

// The last layer's ‖Σ_h α f_h‖ in the rows that the answer is read from, [N].
std::vector<double> value_norm_received(const Subject& subject, const EncodedText& text);

}  // namespace heed::explain
