// The heads of the BERT family: what is made of the encoder's states.
#pragma once

#include <optional>

#include "engine/models/bert_config.h"
#include "engine/models/network.h"
#include "engine/nn/layers.h"
#include "engine/nn/norm.h"

namespace heed {

class BertHeadLayers {
 public:
  BertHeadLayers(const BertConfig& config, Parameters& parameters, const Parameters::Start& start);

  Output output() const;
  // states [N, D] to logits; `words` [V, embedding] is the encoder's table, whose rows words are compared
  // with.
  Variable operator()(Context& ctx, const Variable& states, const TextBatch& batch,
                      const Variable& words) const;

 private:
  struct MaskedLm {
    nn::Linear dense;
    nn::Norm norm;
    Variable words;  // [V, embedding]; undefined: the encoder's table
    Variable bias;   // [V]
  };
  Variable classify(Context& ctx, const Variable& states, const Spans& texts) const;
  Variable predict_words(Context& ctx, const Variable& states, const Variable& words) const;

  BertConfig config_;
  std::optional<nn::Linear> dense_;  // between a state and the classes
  std::optional<nn::Linear> out_;    // classes, or scores per token
  std::optional<MaskedLm> lm_;
};

}  // namespace heed
