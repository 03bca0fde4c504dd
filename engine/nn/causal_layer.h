// One layer of a network that writes (Radford et al. 2019): a token sees itself and what stands before it.
// Normalised before its parts:
//   x ← x + attention(LayerNorm(x)),  x ← x + W₂ f(W₁ LayerNorm(x) + b₁) + b₂
// Queries, keys and weights pass through the trace as "<name>.attention.q", ".k" and ".weights".
#pragma once

#include <string>

#include "engine/nn/key_values.h"
#include "engine/nn/layers.h"

namespace heed::nn {

struct CausalSizes {
  int64_t D = 0;             // width of the states
  int64_t heads = 1;         // H, which share D
  int64_t feed_forward = 0;  // F
  double epsilon = 1e-5;     // of the layer norms
  Activation activation = Activation::kGeluTanh;
  Parameters::Start in, out;     // first weights: of what reads the residual stream, of what adds to it
  double attention_dropout = 0;  // of the weights
  double dropout = 0;            // of what is added to the residual stream
  double sharpness = 1;          // scores of attention are multiplied by it
};

struct CausalLayer {
  CausalLayer(Parameters&, const std::string& name, const CausalSizes&);
  // x [N, D] to [N, D]. With `past`, x is the next rows of one text: all of it, or a single token that
  // follows what `past` has read.
  Variable operator()(Context&, const Variable& x, const Spans& texts, KeyValues* past = nullptr) const;

  std::string name;
  CausalSizes sizes;
  LayerNorm attention_norm;
  Linear query, key, value, out;
  LayerNorm feed_forward_norm;
  Linear feed_forward_in, feed_forward_out;

 private:
  Variable pass(Context&, const Variable& x, const Spans& texts, KeyValues* past) const;
  Variable attended(Context&, const Variable& x, const Spans& texts, KeyValues* past) const;
};

}  // namespace heed::nn
