// ModernBERT (Warner et al. 2024): an encoder like BERT with what was learned since. Positions are turns of
// queries and keys (Su et al. 2021) and no table, units of the feed-forward parts have gates (Shazeer 2020),
// norms stand before what they are for, few layers see the whole text, and hardly anything has a bias.
//
//   x_n = LayerNorm(word_n)                                  [N, D]
//   x ← TransformerLayer(x), L times                         (nn/transformer_layer.h)
//   states = LayerNorm(x)
//   head(h) = LayerNorm(f(h W)), and from that words by the table of words, or classes
//
// Layers 0, 3, 6, … see all tokens, their rotary θ is large; the others see `window` / 2 to either side.
// States pass through the trace as "embeddings" and "encoder.<l>", attention weights as
// "encoder.<l>.attention.weights".
#pragma once

#include <optional>
#include <vector>

#include "engine/models/architecture.h"
#include "engine/models/modern_bert_config.h"
#include "engine/nn/transformer_layer.h"

namespace heed {

class ModernBert final : public Network {
 public:
  // First weights are those of the library: normal, cut off; what adds to the residual stream the smaller,
  // the more layers there are. Without a seed they are undefined until they are loaded.
  ModernBert(const ModernBertConfig& config, std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  Output output() const override { return config_.output; }
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  int64_t max_tokens() const override { return config_.positions; }
  int64_t vocabulary() const override { return config_.V; }
  AnswerKind answers() const override { return config_.answers; }

  const ModernBertConfig& config() const { return config_; }

 private:
  Variable encode(Context& ctx, const TextBatch& batch) const;   // states [N, D]
  Variable predict(Context& ctx, const Variable& states) const;  // the head, of any rows of them

  ModernBertConfig config_;
  nn::Embedding words_;
  nn::Norm embedding_norm_;
  std::vector<nn::TransformerLayer> layers_;
  nn::Norm final_norm_;
  std::optional<nn::Linear> head_dense_;
  std::optional<nn::Norm> head_norm_;
  Variable word_scores_;            // [V, D] where it is not the table of words
  Variable word_bias_;              // [V], or undefined
  std::optional<nn::Linear> last_;  // classes, or scores per token
};

extern const Architecture kModernBert;

}  // namespace heed
