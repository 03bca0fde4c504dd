// The part of a transformer's layer that looks at each token by itself.
#pragma once

#include <optional>
#include <string>

#include "engine/nn/layers.h"

namespace heed::nn {

enum class FeedForwardKind {
  kPlain,     // W₂ f(W₁ x + b₁) + b₂ (Vaswani et al. 2017, eq. 2)
  kGated,     // W₂ (f(u) ⊙ g), [u, g] = W₁ x (Shazeer 2020, eq. 6)
  kTwoGated,  // the same, u and g each by a matrix of its own, "gate" and "up"
};

struct FeedForwardSizes {
  int64_t F = 0;  // units
  FeedForwardKind kind = FeedForwardKind::kPlain;
  Activation activation = Activation::kRelu;  // f
  bool has_bias = true;                       // gated parts may have none
  double dropout = 0;                         // share of gated units that is dropped
  PartStart start = {};                       // first weights of W₁ and W₂
  Keep keep = Keep::kBFloat16;                // how the way back keeps what products alone read
};

struct FeedForward {
  FeedForward(Parameters&, const std::string& name, int64_t D, const FeedForwardSizes&);
  Variable operator()(Context&, const Variable& x) const;  // [N, D] to [N, D]

  FeedForwardSizes sizes;
  Linear in;
  std::optional<Linear> up;
  Linear out;
};

}  // namespace heed::nn
