// Llama (Touvron et al. 2023), and what is built like it, Mistral and Qwen: a transformer that reads from
// left to right and predicts each next token.
//
//   x_n = word_n                         [N, D]
//   x ← TransformerLayer(x), L times     (nn/transformer_layer.h)
//   scores of the next token = RMSNorm(x) · Wᵀ, W the words or a matrix of its own
//
// States pass through the trace as "embeddings" and "decoder.<l>", attention weights as
// "decoder.<l>.attention.weights".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/models/architecture.h"
#include "engine/models/causal_network.h"
#include "engine/models/rope.h"
#include "engine/nn/transformer_layer.h"

namespace heed {

// As its config.json says, and in the library's words, in recipes too.
struct LlamaConfig {
  int64_t V = 32000;             // vocabulary
  int64_t D = 576;               // width of the states
  int64_t layers = 30;           // L
  int64_t heads = 9;             // H
  int64_t key_heads = 0;         // G; 0: as many as heads
  int64_t head_width = 0;        // K; 0: D / H
  int64_t feed_forward = 1536;   // F
  int64_t positions = 2048;      // the longest text, but where turns are stretched with it
  double epsilon = 1e-6;         // of the norms
  double theta = 10000;          // of the rotary positions
  Rope rope;                     // the same, and how they are stretched
  std::vector<int64_t> reaches;  // of each layer: how far back a token sees, -1: all; none: all see all
  bool biases = false;           // of queries, keys, values and what joins heads
  bool joins_with_bias = false;  // whether that has one
  bool norms_heads = false;      // of queries and keys
  bool feed_forward_biases = false;
  Activation activation = Activation::kSilu;  // of the gates
  bool tied = false;                          // scores are read off the table of words
  double deviation = 0.02;                    // of the first weights

  int64_t longest() const;

  static const Fields<LlamaConfig>& fields();
  // A folder's config.json, or what a recipe says of one. Error naming `file` for a setting that is not
  // supported.
  static LlamaConfig from(const nlohmann::json& config, const std::string& file);
};

const LibraryLayout& llama_layout();

class Llama final : public CausalNetwork {
 public:
  Llama(const LlamaConfig& config, std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  Variable states(Context& ctx, const TextBatch& batch, nn::Past* past = nullptr) const override;
  Variable scores(Context& ctx, const Variable& states) const override;
  size_t layers() const override { return layers_.size(); }
  // How often heads of keys are shared is worked out for each batch.
  bool repeats_steps() const override { return false; }
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  int64_t max_tokens() const override { return config_.longest(); }
  int64_t vocabulary() const override { return config_.V; }
  const LlamaConfig& config() const { return config_; }

 private:
  LlamaConfig config_;
  nn::Embedding words_;
  std::vector<nn::TransformerLayer> layers_;
  nn::Norm final_norm_;
  std::optional<nn::Linear> out_;  // where it is not tied
};

extern const Architecture kLlama;

}  // namespace heed
