// The encoder of Devlin et al. 2019 and its family, with the heads that their published models have.
//
//   x_n = LayerNorm(word_n + position_n + segment_n)        [N, D]
//   x ← EncoderLayer(x), L times                            (nn/encoder_layer.h)
//
// DistilBERT has no segments; RoBERTa counts positions from 2; ELECTRA's embeddings may be narrower than the
// states and are projected. States pass through the trace as "embeddings" and "encoder.<l>", attention
// weights as "encoder.<l>.attention.weights".
#pragma once

#include <optional>
#include <vector>

#include "engine/models/bert_config.h"
#include "engine/models/network.h"
#include "engine/nn/encoder_layer.h"

namespace heed {

class Bert final : public Network {
 public:
  // Without a seed the weights are undefined until they are loaded.
  Bert(const BertConfig& config, std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  Output output() const override;
  std::vector<AttentionPoint> attention() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  int64_t max_tokens() const override { return config_.max_tokens(); }

  // States [N, D], before the head.
  Variable encode(Context& ctx, const TextBatch& batch) const;

  // For a model that only computes: weights one after the other, products in the device's layout.
  void load_packed(const Parameters::Source& source, const Device& device, const std::string& file);

  const BertConfig& config() const { return config_; }

 private:
  struct MaskedLm {
    nn::Linear dense;
    nn::LayerNorm norm;
    Variable bias;  // [V]; the products are with the table of words
  };
  Tensor types_of(const TextBatch& batch) const;
  Variable classify(Context& ctx, const Variable& states, const Spans& texts) const;
  Variable label_tokens(Context& ctx, const Variable& states) const;
  Variable predict_words(Context& ctx, const Variable& states) const;

  BertConfig config_;
  nn::Embedding words_, positions_;
  std::optional<nn::Embedding> types_;
  nn::LayerNorm embedding_norm_;
  std::optional<nn::Linear> projection_;
  std::vector<nn::EncoderLayer> layers_;
  std::optional<nn::Linear> dense_;  // between the first token's state and the classes
  std::optional<nn::Linear> out_;    // classes, or scores per token
  std::optional<MaskedLm> lm_;
};

}  // namespace heed
