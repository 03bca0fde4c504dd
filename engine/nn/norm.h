// Norms over the last axis of x [N, D]: each row gets one length, then each column a weight that is learned.
#pragma once

#include <string>

#include "engine/autograd/ops.h"
#include "engine/nn/parameters.h"

namespace heed::nn {

enum class NormKind {
  kLayer,  // y = γ ⊙ (x - μ) / √(σ² + ε) + β (Ba et al. 2016, eq. 4)
  kRms,    // y = γ ⊙ x / √(mean(x²) + ε) (Zhang & Sennrich 2019, eq. 4)
};

struct NormSizes {
  double epsilon = 1e-5;  // ε
  NormKind kind = NormKind::kLayer;
  bool has_bias = true;  // β, which kRms never has
};

struct Norm {
  Norm(Parameters&, const std::string& name, int64_t D, const NormSizes& = {});
  Variable operator()(Context&, const Variable& x) const;
  // The norm of x + dropout(f), f what a part of a layer adds to the residual stream.
  Variable operator()(Context&, const Variable& x, const Variable& f, double dropout) const;

  NormSizes sizes;
  Variable weight, bias;  // γ, β [D]
};

}  // namespace heed::nn
