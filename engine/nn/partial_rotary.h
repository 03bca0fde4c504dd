// Rotary positions of heads that turn in part (Black et al. 2022): the first columns of each head, the others
// stay as they are.
#pragma once

#include "engine/autograd/ops.h"

namespace heed::nn {

// x [N, H·K]; the angles are those of as many columns as turn, [T, d].
Variable partial_rotary(Context&, const Variable& x, int64_t K, const Spans& texts, const Tensor& angles);

}  // namespace heed::nn
