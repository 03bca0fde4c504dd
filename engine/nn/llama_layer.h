// One layer of a network that writes, as Llama has it (Touvron et al. 2023): a token sees itself and what
// stands before it, by rotary positions (Su et al. 2021); several query heads share a key head and its values
// (Ainslie et al. 2023); the feed-forward part is gated (Shazeer 2020). Normalised before its parts:
//   x ← x + attention(RMSNorm(x)),  x ← x + W₃ (silu(W₁ n) ⊙ W₂ n),  n = RMSNorm(x)
// Its relatives add biases to queries, keys and values (Qwen 2), norms of each of their heads (Qwen 3), or a
// window (Mistral): a token sees itself and `reach` tokens before it.
// Turned queries, turned keys as often as they are shared, and weights pass through the trace as
// "<name>.attention.q", ".k" and ".weights".
#pragma once

#include <optional>
#include <string>

#include "engine/nn/key_values.h"
#include "engine/nn/layers.h"

namespace heed::nn {

struct LlamaSizes {
  int64_t D = 0;                     // width of the states
  int64_t heads = 1, key_heads = 1;  // H, of queries; G, of keys and values: H is a multiple of it
  int64_t K = 0;                     // width of a head
  int64_t feed_forward = 0;          // F
  double epsilon = 1e-6;             // of the norms
  bool has_bias = false;             // of queries, keys and values
  bool joins_with_bias = false;      // of what joins the heads
  bool norms_heads = false;          // RMSNorm of each head of queries and keys, before they are turned
  Parameters::Start start;           // of the first weights
  bool feeds_with_bias = false;      // of the feed-forward part
  int64_t reach = -1;                // less than 0: no window
  Activation activation = Activation::kSilu;
};

struct LlamaLayer {
  LlamaLayer(Parameters&, const std::string& name, const LlamaSizes&);
  // x [N, D] to [N, D]; `angles` of rotary_angles(), of the places of these rows on. With `past`, x is the
  // next rows of one text: all of it, or a single token that follows what `past` has read.
  Variable operator()(Context&, const Variable& x, const Spans& texts, const Tensor& angles,
                      KeyValues* past = nullptr) const;

  std::string name;
  LlamaSizes sizes;
  RmsNorm attention_norm;
  Linear query, key, value, out;
  std::optional<RmsNorm> query_norm, key_norm;
  RmsNorm feed_forward_norm;
  Linear gate, up, feed_forward_out;

 private:
  Variable pass(Context&, const Variable& x, const Spans& texts, const Tensor& angles, KeyValues* past) const;
  Variable attended(Context&, const Variable& x, const Spans& texts, const Tensor& angles,
                    KeyValues* past) const;
};

}  // namespace heed::nn
