// The head of a ModernBERT, logits = V LayerNorm(f(W r + b)) + c of the state r that is read from a text, as
// a sum over what r is a sum of. As with the norms of the residual stream (residual_stream.h), each part is
// replaced by the map that it was for this r: the norm by its own deviation, the mean taken away from every
// addend; the activation by the share f(u) / u that it let through of each unit (the rescale rule against
// zero; Shrikumar et al. 2017, DeepLIFT).
#pragma once

#include <vector>

#include "engine/explain/residual_stream.h"

namespace heed::explain {

struct HeadMap {
  int64_t rows = 1;          // of the text's states are read: the first, or the mean of all
  Matrix directions;         // [K, D]: logit = Σ over rows of direction · state + bias
  std::vector<double> bias;  // [K]: what b, c and the norm's own add
};

// Of K classes; `states`: [N, D], of one text.
HeadMap map_of_head(const Subject& subject, const Matrix& states, const std::vector<int64_t>& classes,
                    StreamWeights& weights);

}  // namespace heed::explain
