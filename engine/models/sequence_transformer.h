// A transformer that reads one text and writes another (Vaswani et al. 2017).
//
//   x_n = √D · word_n + sinusoid_n                      [N, D]   of the source
//   x ← TransformerLayer(x), of the encoder
//   y_m = √D · word_m + sinusoid_m                      [M, D]   of what is written
//   y ← TransformerLayer(y, x), of the decoder
//   scores of the next token = y · wordsᵀ + bias        words: the target's table, or a matrix of their own
//
// States pass through the trace as "encoder.embeddings", "encoder.<l>", "decoder.embeddings" and
// "decoder.<l>", weights as "encoder.<l>.attention.weights", "decoder.<l>.attention.weights" and
// "decoder.<l>.cross.weights". Folders are those of the library's Marian, or where layers are normalised
// first, of its Pegasus.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/models/architecture.h"
#include "engine/models/sequence_network.h"
#include "engine/nn/transformer_layer.h"

namespace heed {

// As its config.json says, and in the library's words, in recipes too.
struct SequenceTransformerConfig {
  int64_t V = 8000;      // pieces, of both texts
  int64_t target_V = 0;  // of what is written, where that is another number
  int64_t D = 256;       // width of the states
  int64_t encoder_layers = 3, decoder_layers = 3;
  int64_t encoder_heads = 4, decoder_heads = 4;
  int64_t encoder_feed_forward = 1024, decoder_feed_forward = 1024;
  int64_t positions = 256;  // tokens of the longest text
  std::string activation_name = "relu";
  Activation activation = Activation::kRelu;
  bool scaled = true;        // words by √D
  bool shared = true;        // one table of words for both texts
  bool tied = true;          // scores are read off the target's table; else off a matrix of their own
  bool norm_first = false;   // of the architecture
  bool interleaved = false;  // sines and cosines in turn, as the paper has them; else sines, then cosines
  double dropout = 0.1, attention_dropout = 0;
  double deviation = 0.02;  // of the first weights

  int64_t written_V() const { return target_V == 0 ? V : target_V; }

  static const Fields<SequenceTransformerConfig>& fields();
  // A folder's config.json, or what a recipe says of one. Error naming `file` for a setting that is not
  // supported.
  static SequenceTransformerConfig from(const nlohmann::json& config, const std::string& file);
};

const LibraryLayout& marian_layout();
const LibraryLayout& pegasus_layout();

class SequenceTransformer final : public SequenceNetwork {
 public:
  SequenceTransformer(const SequenceTransformerConfig& config, std::optional<uint64_t> seed,
                      DType dtype = DType::kFloat32);

  Variable forward(Context& ctx, const TextBatch& batch) const override;
  std::unique_ptr<Decoding> read(Context&, const std::vector<int32_t>& source) const override;
  Tensor next(Context&, Decoding&, int32_t id) const override;

  std::vector<AttentionPoint> attention() const override;
  int64_t multiply_adds(int64_t tokens) const override;
  bool reads_steps_whole() const override { return true; }
  int64_t max_tokens() const override { return config_.positions; }
  int64_t max_written() const override { return config_.positions; }
  int64_t vocabulary() const override { return config_.V; }

 private:
  struct Decoded;
  const nn::Embedding& target_words() const { return targets_ ? *targets_ : words_; }
  Variable embedded(Context&, const nn::Embedding&, const Tensor& ids, const Spans& texts,
                    int64_t before) const;
  Variable encoded(Context&, const Tensor& ids, const Spans& texts) const;
  Variable scores(Context&, const Variable& states) const;

  SequenceTransformerConfig config_;
  nn::Embedding words_;                   // of both texts, or of the source
  std::optional<nn::Embedding> targets_;  // where it has words of its own
  std::optional<nn::Linear> out_;         // in place of the target's table
  Variable score_bias_;                   // [1, V], the library's final_logits_bias: a constant
  std::vector<nn::TransformerLayer> encoder_, decoder_;
  std::optional<nn::Norm> encoder_norm_, decoder_norm_;  // behind layers that are normalised first
};

extern const Architecture kMarian, kPegasus;

}  // namespace heed
