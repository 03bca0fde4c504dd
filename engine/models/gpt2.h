// GPT-2 (Radford et al. 2019): a transformer that reads from left to right and predicts each next token.
//
//   x_n = word_n + position_n            [N, D]
//   x ← TransformerLayer(x), L times     (nn/transformer_layer.h)
//   scores of the next token = LayerNorm(x) · Wᵀ, W the words or a matrix of its own
//
// States pass through the trace as "embeddings" and "decoder.<l>", attention weights as
// "decoder.<l>.attention.weights".
#pragma once

#include <optional>
#include <vector>

#include "engine/models/architecture.h"
#include "engine/models/causal_network.h"
#include "engine/nn/transformer_layer.h"

namespace heed {

// As its config.json says, and in the library's words, in recipes too.
struct Gpt2Config {
  int64_t V = 50257;         // vocabulary
  int64_t D = 768;           // width of the states
  int64_t layers = 12;       // L
  int64_t heads = 12;        // H
  int64_t feed_forward = 0;  // F; 0: 4 D
  int64_t positions = 1024;  // the longest text
  double epsilon = 1e-5;     // of the layer norms
  std::string activation_name = "gelu_new";
  Activation activation = Activation::kGeluTanh;
  // While training: shares that are dropped of the embeddings, of attention's weights, and of what is added
  // to the residual stream.
  double embedding_dropout = 0.1, attention_dropout = 0.1, residual_dropout = 0.1;
  double deviation = 0.02;       // of the first weights
  bool scaled = true;            // scores of attention are divided by √K
  bool scaled_by_layer = false;  // and by the layer's number, from 1
  bool tied = true;              // scores are read off the table of words

  static const Fields<Gpt2Config>& fields();
  // A folder's config.json, or what a recipe says of one. Error naming `file` for a setting that is not
  // supported.
  static Gpt2Config from(const nlohmann::json& config, const std::string& file);
};

const LibraryLayout& gpt2_layout();

class Gpt2 final : public CausalNetwork {
 public:
  // First weights are those of the library: normal; what adds to the residual stream the smaller, the more
  // layers there are. Without a seed they are undefined until they are loaded.
  Gpt2(const Gpt2Config& config, std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  Variable states(Context& ctx, const TextBatch& batch, nn::Past* past = nullptr) const override;
  Variable scores(Context& ctx, const Variable& states) const override;
  size_t layers() const override { return layers_.size(); }
  std::vector<Tensor> ids_of(const TextBatch& batch) const override;
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  int64_t max_tokens() const override { return config_.positions; }
  int64_t vocabulary() const override { return config_.V; }
  const Gpt2Config& config() const { return config_; }

 private:
  Gpt2Config config_;
  nn::Embedding words_, positions_;
  std::vector<nn::TransformerLayer> layers_;
  nn::Norm final_norm_;
  std::optional<nn::Linear> out_;  // where it is not tied
};

extern const Architecture kGpt2;

}  // namespace heed
