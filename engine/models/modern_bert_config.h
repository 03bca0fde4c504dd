// What a ModernBERT (Warner et al. 2024) is made of, as its config.json says; as the Hugging Face library
// spells it, in recipes too.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/models/class_answers.h"
#include "engine/models/library_layout.h"

namespace heed {

struct ModernBertConfig {
  Output output = Output::kStates;
  int64_t V = 50368;             // vocabulary
  int64_t D = 768;               // width of the states
  int64_t layers = 22;           // L
  int64_t heads = 12;            // H
  int64_t feed_forward = 1152;   // F: of what is activated and of its gate
  int64_t positions = 8192;      // the longest text
  int64_t global_every = 3;      // layers 0, 3, 6, … see the whole text
  int64_t window = 128;          // keys that the others see, half of them on either side
  double global_theta = 160000;  // of rotary positions
  double local_theta = 10000;
  std::string activation_name = "gelu", head_activation_name = "gelu";
  Activation activation = Activation::kGelu, head_activation = Activation::kGelu;
  double epsilon = 1e-5;  // of the layer norms
  bool norm_bias = false, attention_bias = false, feed_forward_bias = false;
  bool head_bias = false, decoder_bias = true;
  std::string pooling = "cls";      // what of the states a whole text's classes are made of; or "mean"
  std::vector<std::string> labels;  // in index order
  AnswerKind answers = AnswerKind::kOneClass;  // of a head for texts
  bool tied = true;  // scores of words are products with their table; else with a matrix of their own

  // While training: shares that are dropped of the embeddings, of the attention weights and of what attention
  // adds, of the gated units, of what the classes are made of.
  double embedding_dropout = 0, attention_dropout = 0, feed_forward_dropout = 0, head_dropout = 0;
  // First weights: standard deviation, and how many of it none exceeds.
  double deviation = 0.02, cutoff = 2;

  bool is_global(int64_t layer) const { return layer % global_every == 0; }
  int64_t reach() const { return window / 2; }

  static const Fields<ModernBertConfig>& fields();
};

const LibraryLayout& modern_bert_layout();

// A folder's config.json, or what a recipe says of one: that has no classes of its own. Error naming `file`
// for a setting that is not supported.
ModernBertConfig read_modern_bert_config(const nlohmann::json& config, const std::string& file);

}  // namespace heed
