// One layer of a transformer encoder, normalised after the residual (Vaswani et al. 2017, section 3.1):
//   x ← LayerNorm(x + attention(x)),  x ← LayerNorm(x + W₂ f(W₁ x + b₁) + b₂)
#pragma once

#include "engine/nn/attention.h"

namespace heed::nn {

// Of what is added to the residual stream: by attention, and by the feed-forward part.
struct EncoderDropout {
  EncoderDropout(double both) : attended(both), fed_forward(both) {}
  EncoderDropout(double first, double second) : attended(first), fed_forward(second) {}
  double attended, fed_forward;
};

struct EncoderLayer {
  EncoderLayer(Parameters&, const std::string& name, const AttentionSizes&, int64_t feed_forward,
               const EncoderDropout& dropout, Activation f = Activation::kRelu, double epsilon = 1e-5);
  Variable operator()(Context&, const Variable& x, const Spans&) const;  // [N, D] to [N, D]

  SelfAttention attention;
  LayerNorm attention_norm;
  Linear feed_forward_in, feed_forward_out;
  LayerNorm feed_forward_norm;
  EncoderDropout dropout;
  Activation activation;

 private:
  Variable pass(Context&, const Variable& x, const Spans&) const;
};

}  // namespace heed::nn
