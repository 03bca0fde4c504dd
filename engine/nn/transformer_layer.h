// One layer of a transformer (Vaswani et al. 2017, section 3.1): attention, in a decoder attention to the
// source too, then a feed-forward part. Each part f has a residual connection and a norm,
//   x ← norm(x + f(x)), or x ← x + f(norm(x)) where the norm is first (Xiong et al. 2020)
// Parallel parts read the same states (Wang & Komatsuzaki 2021): x ← x + a(norm(x)) + f(norm'(x)).
// What passes through the trace is named "<name>.attention.…" and "<name>.cross.…" (nn/attention.h). With
// ctx.recompute a layer keeps its input alone for the way back.
#pragma once

#include "engine/nn/attention.h"
#include "engine/nn/feed_forward.h"

namespace heed::nn {

struct TransformerSizes {
  AttentionSizes attention = {};
  FeedForwardSizes feed_forward = {};
  NormSizes norm = {};
  bool norm_first = false;    // x + f(norm(x)) instead of norm(x + f(x))
  bool norms_added = false;   // norm_first, and what a part adds is normed, too: x + norm'(f(norm(x)))
  bool parallel = false;      // norm_first, and both parts read what the layer reads
  bool reads_normed = false;  // norm_first, but x has just been normed: attention reads it as it is
  bool has_source = false;    // a decoder's layer, which looks at a source (section 3.2.3)
  // Dropout on what attention and the feed-forward part add (section 5.4).
  double attended_dropout = 0, fed_dropout = 0;
};

struct TransformerLayer {
  TransformerLayer(Parameters&, const std::string& name, const TransformerSizes&);
  Variable operator()(Context&, const Variable& x, const Surroundings&) const;  // [N, D] to [N, D]

  std::string name;
  TransformerSizes sizes;
  // Each part has a norm before it or after it.
  std::optional<Norm> attention_before;
  Attention attention;
  std::optional<Norm> attention_added;
  std::optional<Norm> attention_after, cross_before;
  std::optional<Attention> cross;
  std::optional<Norm> cross_after, feed_forward_before;
  FeedForward feed_forward;
  std::optional<Norm> feed_forward_added;
  std::optional<Norm> feed_forward_after;

 private:
  Variable pass(Context&, const Variable& x, const Surroundings&) const;
};

}  // namespace heed::nn
