// A transformer that reads from left to right and predicts each next token: GPT-2 (Radford et al. 2019),
// Llama (Touvron et al. 2023) and what is built like them.
//
//   x_n = s · word_n (+ position_n)      [N, D]
//   x ← TransformerLayer(x), L times     (nn/transformer_layer.h)
//   scores of the next token = c tanh(norm(x) · Wᵀ / c), W the words or a matrix of its own
//
// A family is a file of its own: it reads its config.json as a CausalConfig, and it names its weights. States
// pass through the trace as "embeddings" and "decoder.<l>", attention weights as
// "decoder.<l>.attention.weights".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/models/architecture.h"
#include "engine/models/network.h"
#include "engine/models/rope.h"
#include "engine/nn/transformer_layer.h"

namespace heed {

struct CausalConfig {
  int64_t V = 0;               // vocabulary
  int64_t D = 0;               // width of the states
  int64_t layers = 0;          // L
  int64_t heads = 0;           // H
  int64_t key_heads = 0;       // G; 0: as many as heads
  int64_t head_width = 0;      // K; 0: D / H
  int64_t feed_forward = 0;    // F
  int64_t positions = 0;       // the longest text, but where turns are stretched with it
  bool has_positions = false;  // a table of learned ones, instead of turns

  bool norms_added = false;  // what parts add is normed, too
  bool parallel = false;     // both parts of a layer read the same states

  double turned = 1;     // share of each head that turns, of families that turn a part
  double theta = 10000;  // of the rotary positions
  Rope rope;             // the same, and how they are stretched

  nn::NormKind norm = nn::NormKind::kRms;
  double epsilon = 1e-6;  // of the norms

  std::vector<int64_t> reaches;  // of each layer: how far back a token sees, -1: all; none: all see all
  double attention_cap = 0, score_cap = 0;  // soft caps of scores of attention and of tokens; 0: none
  double sharpness = 1;                     // scores of attention are q·k / √K times it
  bool scaled_by_layer = false;             // and divided by the layer's number, from 1
  bool biases = false;                      // of queries, keys and values
  bool joins_with_bias = false;             // of what joins heads
  bool norms_heads = false;                 // of queries and keys

  nn::FeedForwardKind units = nn::FeedForwardKind::kTwoGated;
  std::string activation_name;
  Activation activation = Activation::kSilu;
  bool feed_forward_biases = false;

  double embedding_scale = 1;  // of words, as they come in
  bool tied = false;           // scores are read off the table of words
  // While training: shares that are dropped of the embeddings, of attention's weights, and of what is added
  // to the residual stream.
  double embedding_dropout = 0, attention_dropout = 0, residual_dropout = 0;
  double deviation = 0.02;  // of the first weights
  bool adds_less =
      false;  // those that add to the residual stream begin the smaller, the more layers there are
  Keep keep = Keep::kFloat32;  // how the way back keeps what products alone read

  int64_t longest() const;
  // Fills in key_heads and head_width. Error naming `file` for heads that cannot share the width.
  void share_heads(const std::string& file);
};

class CausalNetwork final : public Network {
 public:
  // Without a seed the weights are undefined until they are loaded.
  CausalNetwork(const CausalConfig& config, std::optional<uint64_t> seed, DType dtype = DType::kFloat32);

  // States [N, D] of the last layer. With `past`, which has a place for each of layers(), `batch` is one text
  // or the token that follows what `past` has read; `past` has read it then.
  Variable states(Context& ctx, const TextBatch& batch, nn::Past* past = nullptr) const;
  // Scores [N, V] of what comes next. Of an earlier layer's states: what the network would say if it ended
  // there (the logit lens, nostalgebraist 2020).
  Variable scores(Context& ctx, const Variable& states) const;
  size_t layers() const { return layers_.size(); }

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  Output output() const override { return Output::kNext; }
  std::vector<Tensor> ids_of(const TextBatch& batch) const override;
  // How far heads turn, and how often heads of keys are shared, is worked out for each batch.
  bool repeats_steps() const override { return config_.has_positions; }
  std::vector<AttentionPoint> attention() const override;
  Anatomy anatomy() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  int64_t max_tokens() const override { return config_.longest(); }
  int64_t vocabulary() const override { return config_.V; }
  const CausalConfig& config() const { return config_; }

 private:
  CausalConfig config_;
  nn::Embedding words_;
  std::optional<nn::Embedding> positions_;
  std::vector<nn::TransformerLayer> layers_;
  nn::Norm final_norm_;
  std::optional<nn::Linear> out_;  // where it is not tied
};

// Error naming `file` for a class of config.json's "architectures" that does not predict the next token.
void check_causal_class(const nlohmann::json& config, const LibraryLayout::Type& type,
                        const std::string& file);
// How far back each layer's tokens see: `window` tokens with their own where config.json's "layer_types", or
// else `slides`, says so.
std::vector<int64_t> read_reaches(const nlohmann::json& config, int64_t layers, int64_t window,
                                  const std::function<bool(int64_t layer)>& slides, const std::string& file);
// A recipe's "model" of a family with its defaults filled in.
nlohmann::json complete_causal(const FieldList& fields, const CausalConfig& config,
                               const LibraryLayout& layout);

template <auto layout>
inline constexpr Library kCausalLibrary = {layout, read_piece_encoder, WeightFiles::of, load_library_weights,
                                           read_writing_rules};

// Fields of families, whose defaults are those of `usual`.
inline Fields<CausalConfig> causal_fields(const CausalConfig& usual) {
  Fields<CausalConfig> fields;
  fields.defaults = std::make_shared<const CausalConfig>(usual);
  return fields;
}

// A family's entry, under its first "model_type": how a config.json is read, its fields, its files.
template <CausalConfig (*read)(const nlohmann::json&, const std::string&),
          const Fields<CausalConfig>& (*fields)(), const LibraryLayout& (*layout)()>
constexpr Architecture causal_family(const char* name) {
  Architecture entry{name};
  entry.make = [](const nlohmann::json& config, const std::string& file, const NetworkSizes&,
                  std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
    return std::make_unique<CausalNetwork>(read(config, file), seed, dtype);
  };
  entry.fields = []() -> const FieldList& { return fields(); };
  entry.complete = [](const nlohmann::json& model, const std::string& file) {
    return complete_causal(fields(), read(model, file), layout());
  };
  entry.library = &kCausalLibrary<layout>;
  return entry;
}

extern const Architecture kGpt2, kLlama, kGptNeoX, kGemma2;

}  // namespace heed
