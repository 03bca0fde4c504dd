// What a network of the BERT family is made of, as its config.json says: BERT (Devlin et al. 2019),
// DistilBERT (Sanh et al. 2019), RoBERTa (Liu et al. 2019), ELECTRA's discriminator (Clark et al. 2020).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/kernels/elementwise.h"
#include "engine/models/class_answers.h"

namespace heed {

// The head on top of the encoder.
enum class BertHead {
  kNone,            // …Model: the states themselves
  kClassification,  // …ForSequenceClassification
  kMaskedLm,        // …ForMaskedLM, …ForPreTraining of BERT
  kTokens,          // …ForTokenClassification
  kQuestion,        // …ForQuestionAnswering: a start and an end score per token
  kReplaced,        // ElectraForPreTraining: was this token replaced?
};

struct BertConfig {
  std::string architecture;  // "BertForMaskedLM"
  BertHead head = BertHead::kNone;
  int64_t V = 30522;      // vocabulary
  int64_t D = 768;        // width of the states
  int64_t embedding = 0;  // width of the embeddings; ELECTRA's may be smaller than D; 0: D
  int64_t layers = 12;    // L
  int64_t groups = 0;     // sets of weights that the layers share out (ALBERT); 0: each has its own
  int64_t heads = 12;     // H
  int64_t feed_forward = 3072;
  int64_t positions = 512;     // rows of the table of positions
  int64_t first_position = 0;  // of the first token; RoBERTa counts from the padding id + 1
  int64_t types = 2;           // rows of the table of segments; 0: none
  double epsilon = 1e-12;      // of the layer norms
  std::string activation_name = "gelu";
  Activation activation = Activation::kGelu;
  std::vector<std::string> labels;             // in index order
  AnswerKind answers = AnswerKind::kOneClass;  // of a head for texts

  // The head for masked words.
  bool tied = true;  // scores are products with the table of words; else with a matrix of their own
  std::optional<Activation> words_activation;  // before them, where it is not `activation`

  // Between the first token's state and the classes: BERT's pooler, or a layer of the head's own.
  std::string dense = "pooler";
  Activation dense_activation = Activation::kTanh;

  // While training.
  double dropout = 0.1;                     // of embeddings and of what a layer adds to the residual stream
  double attention_dropout = 0.1;           // of attention's weights
  bool drops_attended = true;               // of what attention adds too
  bool drops_fed_forward = true;            // and of what the feed-forward part adds
  std::optional<double> head_dropout;       // before the head's last layer; none: `dropout`
  std::optional<double> text_head_dropout;  // of heads for whole texts, where it is another
  bool drops_before_dense = false;          // before its first too
  double question_dropout = 0;              // before the scores of answers
  double deviation = 0.02;                  // of the first weights

  int64_t max_tokens() const { return positions - first_position; }
};

}  // namespace heed
