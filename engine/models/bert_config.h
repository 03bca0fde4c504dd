// The config.json of the BERT family, as the `transformers` library writes it: BERT (Devlin et al. 2019),
// DistilBERT (Sanh et al. 2019), RoBERTa (Liu et al. 2019), ELECTRA's discriminator (Clark et al. 2020).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/kernels/elementwise.h"

namespace heed {

// What is put on top of the encoder.
enum class BertHead {
  kNone,            // …Model: the states themselves
  kClassification,  // …ForSequenceClassification
  kMaskedLm,        // …ForMaskedLM, …ForPreTraining of BERT
  kTokens,          // …ForTokenClassification
  kQuestion,        // …ForQuestionAnswering: a start and an end score per token
  kReplaced,        // ElectraForPreTraining: was this token replaced?
};

struct BertConfig {
  std::string family;        // "bert", "distilbert", "roberta", "electra"
  std::string architecture;  // "BertForMaskedLM"
  BertHead head = BertHead::kNone;
  int64_t V = 30522;        // vocabulary
  int64_t D = 768;          // width of the states
  int64_t embedding = 768;  // width of the embeddings; ELECTRA's may be smaller than D
  int64_t layers = 12;      // L
  int64_t heads = 12;       // H
  int64_t feed_forward = 3072;
  int64_t positions = 512;     // rows of the table of positions
  int64_t first_position = 0;  // of the first token; RoBERTa counts from the padding id + 1
  int64_t types = 2;           // rows of the table of segments; 0: none
  double epsilon = 1e-12;      // of the layer norms
  Activation activation = Activation::kGelu;
  std::vector<std::string> labels;  // in index order
  bool multi_label = false;         // each class is a yes or no of its own

  int64_t max_tokens() const { return positions - first_position; }

  // Error naming `file` for an architecture or a setting that is not supported.
  static BertConfig from(const nlohmann::json& config, const std::string& file);
};

}  // namespace heed
