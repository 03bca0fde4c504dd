// The encoder of Devlin et al. 2019 and its family, with the heads that their published models have.
//
//   x_n = LayerNorm(word_n + position_n + segment_n)        [N, D]
//   x ← TransformerLayer(x), L times                        (nn/transformer_layer.h)
//
// DistilBERT has no segments; RoBERTa counts positions from 2; ELECTRA's embeddings may be narrower than the
// states and are projected. States pass through the trace as "embeddings" and "encoder.<l>", attention
// weights as "encoder.<l>.attention.weights".
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/models/architecture.h"
#include "engine/models/bert_family.h"
#include "engine/models/bert_head.h"
#include "engine/nn/transformer_layer.h"

namespace heed {

class Bert final : public Network {
 public:
  // Without a seed the weights are undefined until they are loaded.
  Bert(const BertConfig& config, std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  std::vector<Tensor> ids_of(const TextBatch& batch) const override;
  Output output() const override { return head_.output(); }
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  int64_t max_tokens() const override { return config_.max_tokens(); }
  int64_t vocabulary() const override { return config_.V; }
  int64_t segments() const override { return std::max<int64_t>(1, config_.types); }
  AnswerKind answers() const override { return config_.answers; }

  const BertConfig& config() const { return config_; }

 private:
  Tensor types_of(const TextBatch& batch) const;
  Variable encode(Context& ctx, const TextBatch& batch) const;  // states [N, D]

  BertConfig config_;
  Parameters::Start start_;
  nn::Embedding words_, positions_;
  std::optional<nn::Embedding> types_;
  nn::Norm embedding_norm_;
  std::optional<nn::Linear> projection_;
  std::vector<nn::TransformerLayer> layers_;
  BertHeadLayers head_;
};

template <const BertFamily& (*family)()>
constexpr Library kBertLibrary = {[]() -> const LibraryLayout& { return family().layout; },
                                  read_piece_encoder, WeightFiles::of, load_library_weights};

// An entry of the table of architectures for a branch of the family.
template <const BertFamily& (*family)()>
constexpr Architecture bert_architecture(const char* name) {
  Architecture entry{name};
  entry.make = [](const nlohmann::json& config, const std::string& file, const NetworkSizes&,
                  std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
    return std::make_unique<Bert>(read_bert_config(family(), config, file), seed, dtype);
  };
  entry.fields = []() -> const FieldList& { return family().fields(); };
  entry.complete = [](const nlohmann::json& model, const std::string& file) {
    return complete_bert_config(family(), model, file);
  };
  entry.library = &kBertLibrary<family>;
  return entry;
}

extern const Architecture kBert, kDistilBert, kRoberta, kElectra;

}  // namespace heed
