// The head of a transformer encoder, logits = V norm(f(W r + b)) + c of the vector r that is read from a
// text's states, as a sum over what r is a sum of. BERT's has no norm, and a linear head has V and c alone.
// As with the norms of the residual stream (residual_stream.h), each part is replaced by the map that it was
// for this r: the norm by affine_norm.h, the activation by the share f(u) / u that it let through of each
// unit, of the bias too (the rescale rule against zero; Shrikumar et al. 2017, DeepLIFT). So nothing is left
// over.
#pragma once

#include <map>
#include <vector>

#include "engine/explain/residual_stream.h"

namespace heed::explain {

// logit = Σ over rows of direction · state + bias, of K classes.
struct HeadMap {
  std::map<int64_t, Matrix> directions;  // by row that is read, [K, D]
  std::vector<double> bias;              // [K]: what b, c and the norm's own add
};

// `states`: [N, D], of one text.
HeadMap map_of_head(const Subject& subject, const Matrix& states, const std::vector<int64_t>& classes,
                    StreamWeights& weights);

}  // namespace heed::explain
