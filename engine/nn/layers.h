// Layers: each makes its weights under a name and is called like a function.
#pragma once

#include <string>

#include "engine/autograd/ops.h"
#include "engine/nn/parameters.h"

namespace heed::nn {

// y = f(x Wᵀ + b), x [N, in], y [N, out]. A bias begins like PyTorch's where W is uniform, else at zero.
struct Linear {
  Linear(Parameters&, const std::string& name, int64_t in, int64_t out,
         const Parameters::Start& weight_start = {}, bool has_bias = true);
  Variable operator()(Context&, const Variable& x, Activation f = Activation::kNone,
                      Keep keep = Keep::kFloat32) const;

  Variable weight, bias;
};

// First weights of a part of a layer: of what reads the residual stream, and of what adds to it.
struct PartStart {
  Parameters::Start in = {}, out = {};
};

// ids [N] to rows of a [V, D] table, drawn from a normal distribution.
struct Embedding {
  Embedding(Parameters&, const std::string& name, int64_t V, int64_t D, double deviation = 1);
  Embedding(Parameters&, const std::string& name, int64_t V, int64_t D, const Parameters::Start& start);
  Variable operator()(Context&, const Tensor& ids) const;
  // Over each bag, [bags, D].
  Variable mean(Context&, const Tensor& ids, const Spans& bags) const;
  Variable sum(Context&, const Tensor& ids, const Spans& bags) const;

  Variable weight;
};

}  // namespace heed::nn
