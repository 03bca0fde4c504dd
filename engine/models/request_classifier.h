// The request classifier of the ErUM transformers tutorial (2025): one sentence, attention of each word to
// all others, mean over the words, a class.
#pragma once

#include "engine/models/architecture.h"
#include "engine/models/mechanism_settings.h"
#include "engine/nn/pooling.h"
#include "engine/nn/transformer_layer.h"

namespace heed {

class RequestClassifier final : public Network {
 public:
  struct Config {
    int64_t embedding = 128;       // D
    int64_t attention = 64;        // width of queries, keys and values, all heads together
    int64_t heads = 1;             // H
    int64_t layers = 1;            // L
    int64_t feed_forward = 512;    // F
    int64_t positions = 0;         // places with a vector of their own, those behind share the last; 0: none
    std::string pooling = "mean";  // of the words' states, or "last": that of the last word
    MechanismSettings mechanism;
    double dropout = 0.1;
    double embedding_dropout = 0;  // of the embedding's elements

    static const Fields<Config>& fields();
    static Config from(const nlohmann::json& config, const std::string& file);
    nlohmann::json json() const;
  };

  RequestClassifier(const Config&, const NetworkSizes&, std::optional<uint64_t> seed,
                    DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  bool reads_steps_whole() const override { return config_.mechanism.draws(); }
  const Config& config() const { return config_; }

 private:
  Config config_;
  Variable embed(Context& ctx, const TextBatch& batch) const;

  nn::Embedding embedding_;
  std::optional<nn::Embedding> positions_;
  std::vector<nn::TransformerLayer> encoder_;
  nn::Pooling pooling_;
  nn::Linear classifier_;
};

extern const Architecture kRequestClassifier;

}  // namespace heed
