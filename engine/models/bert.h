// The encoder of Devlin et al. 2019 and its family, with the heads that their published models have.
//
//   x_n = LayerNorm(word_n + position_n + segment_n)        [N, D]
//   x ← EncoderLayer(x), L times                            (nn/encoder_layer.h)
//
// DistilBERT has no segments; RoBERTa counts positions from 2; ELECTRA's embeddings may be narrower than the
// states and are projected. Attention weights pass through the trace as "encoder.<l>.attention.weights".
#pragma once

#include <optional>
#include <vector>

#include "engine/models/bert_config.h"
#include "engine/nn/encoder_layer.h"

namespace heed {

struct BertBatch {
  Tensor ids;    // int32 [N], all texts one after the other, special tokens included
  Tensor types;  // int32 [N], the segment of each token; or undefined: all 0
  Spans texts;   // B of them
};

class Bert {
 public:
  // Without a seed the weights are undefined until they are loaded.
  Bert(const BertConfig& config, std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  // States [N, D].
  Variable encode(Context& ctx, const BertBatch& batch) const;
  // Logits [B, C] of a text, from the state of its first token. For BertHead::kClassification.
  Variable classify(Context& ctx, const Variable& states, const Spans& texts) const;
  // Logits [N, C] of each token; two for kQuestion (start, end), one for kReplaced. Not for other heads.
  Variable label_tokens(Context& ctx, const Variable& states) const;
  // Logits [M, V] of the words that may stand at M places, from the states there. For kMaskedLm.
  Variable predict_words(Context& ctx, const Variable& states) const;

  // For a model that only computes: weights one after the other, products in the device's layout.
  void load_packed(const Parameters::Source& source, const Device& device, const std::string& file);

  const BertConfig& config() const { return config_; }
  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }

 private:
  struct MaskedLm {
    nn::Linear dense;
    nn::LayerNorm norm;
    Variable bias;  // [V]; the products are with the table of words
  };

  BertConfig config_;
  Parameters parameters_;
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
