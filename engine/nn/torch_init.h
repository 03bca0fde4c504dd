// First weights as PyTorch draws them: what torch.nn.Linear layers, made one after the other in the order of
// `parameters`, have after torch.manual_seed(seed). Weights are [out, in]; a tensor of rank 1 is the bias of
// the weight before it. Both are uniform in ±1/√in.
#pragma once

#include "engine/base/mt19937.h"
#include "engine/nn/parameters.h"

namespace heed::nn {

void torch_linear_init(const Parameters& parameters, TorchRandom& random);

}  // namespace heed::nn
