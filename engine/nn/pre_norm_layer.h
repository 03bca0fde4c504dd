// One layer of a transformer encoder, normalised before its parts (Xiong et al. 2020), with a gated
// feed-forward part (Shazeer 2020):
//   x ← x + attention(LayerNorm(x)),  x ← x + W₂ (f(u) ⊙ g),  [u, g] = W₁ LayerNorm(x)
#pragma once

#include <optional>

#include "engine/nn/rotary_attention.h"

namespace heed::nn {

struct PreNormSizes {
  RotaryAttentionSizes attention;
  int64_t feed_forward = 0;      // F: of u and of g
  bool normalises_first = true;  // before attention; not where that has just been done
  bool norm_bias = false, feed_forward_bias = false;
  double epsilon = 1e-5;
  Activation activation = Activation::kGelu;
  double attended_dropout = 0;  // of what attention adds to the residual stream
  double gated_dropout = 0;     // of f(u) ⊙ g
};

struct PreNormLayer {
  PreNormLayer(Parameters&, const std::string& name, const PreNormSizes&);
  Variable operator()(Context&, const Variable& x, const Spans&, const Tensor& angles) const;  // [N, D]

  PreNormSizes sizes;
  std::optional<LayerNorm> attention_norm;
  RotaryAttention attention;
  LayerNorm feed_forward_norm;
  Linear feed_forward_in, feed_forward_out;

 private:
  Variable pass(Context&, const Variable& x, const Spans&, const Tensor& angles) const;
};

}  // namespace heed::nn
