// What every text classifier of Heed is: token ids in, one score per class out.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
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
  explicit Classifier(uint64_t seed, DType dtype) : parameters_(seed, dtype) {}
  Parameters parameters_;
};

struct ClassifierSizes {
  int64_t V = 0;       // vocabulary
  int64_t pieces = 0;  // rows of the table of character n-grams; 0: the encoder makes none
  int64_t C = 0;       // classes
};

// `config` is the "model" object of a recipe or config.json; `file` is what messages call it. Throws
// UsageError for an unknown "architecture".
std::unique_ptr<Classifier> make_classifier(const nlohmann::json& config, const std::string& file,
                                            const ClassifierSizes& sizes, uint64_t seed,
                                            DType dtype = DType::kFloat32);

}  // namespace heed
