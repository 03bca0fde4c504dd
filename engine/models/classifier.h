// What every text classifier of Heed is: token ids in, one score per class out.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/autograd/ops.h"
#include "engine/nn/parameters.h"
#include "engine/nn/text_batch.h"

namespace heed {

// A trace point that holds attention weights, flat [H, T, S] per sentence.
struct AttentionPoint {
  std::string name;  // "encoder.0.attention.weights"
  std::string kind;  // "self" or "pooling"
  int layer = 0;
  int64_t heads = 1;
  bool normalised = true;  // rows sum to 1
};

// The mechanism of a model's self-attention (nn/mechanism.h): "mechanism" and "window" of its settings.
struct MechanismSettings {
  std::string name = "scaled-dot";
  int64_t window = 2;  // of local mechanisms: keys to either side

  static MechanismSettings from(const nlohmann::json& config, const std::string& file);
  void write(nlohmann::json& config) const;
};

class Classifier {
 public:
  virtual ~Classifier() = default;

  // logits [B, C]
  virtual Variable forward(Context& ctx, const TextBatch& batch) const = 0;
  virtual std::vector<AttentionPoint> attention() const = 0;
  // Multiply-adds of one forward pass over `tokens` tokens in products of weights: what training speed is
  // held against.
  virtual int64_t multiply_adds(int64_t tokens) const = 0;

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }

 protected:
  Classifier(std::optional<uint64_t> seed, DType dtype) : parameters_(seed, dtype) {}
  Parameters parameters_;
};

struct ClassifierSizes {
  int64_t V = 0;        // vocabulary
  int64_t pieces = 0;   // rows of the table of character n-grams; 0: the encoder makes none
  int64_t phrases = 0;  // rows of the table of phrases, likewise
  int64_t C = 0;        // classes
};

// The "model" object of a recipe with the architecture's defaults filled in. A key that the architecture does
// not have, or a size out of bounds, is an Error; an unknown "architecture" a UsageError.
nlohmann::json complete_model_config(const nlohmann::json& model, const std::string& file);

// `config` holds the keys of complete_model_config, and may hold others (config.json does). `file` is what
// messages call it. Without a seed the weights are undefined until they are loaded.
std::unique_ptr<Classifier> make_classifier(const nlohmann::json& config, const std::string& file,
                                            const ClassifierSizes& sizes, std::optional<uint64_t> seed,
                                            DType dtype = DType::kFloat32);

}  // namespace heed
