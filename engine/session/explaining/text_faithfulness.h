// Whether the attention to one text explains the answer: agreement with other measures, and experiments.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/analysis.h"

namespace heed::session {

class Model;

struct TextFaithfulnessOptions {
  bool experiments = true;  // false: agreement and evenness alone
  std::vector<std::string> methods = {"attention", "contribution", "leave-one-out"};  // that erase words
  int permutations = 100;
  uint64_t seed = 0;
  int64_t max_tokens = 512;
};

// Of attention with another measure; no τ where one of them is the same for every token.
struct TextAgreement {
  std::optional<double> tau, p;
  bool same_first = false;     // both have one token first
  std::vector<double> values;  // of that measure, [tokens]
};

struct WordsErased {
  std::string method;                                  // "random": the mean of random orders
  std::vector<double> comprehensiveness, sufficiency;  // for 1, 5, 10, 20 and 50 % of the words
};

struct WeightsSilenced {
  std::string order;
  int64_t keys = 0;
  double share = 1;
  bool turned = false;
};

// What experiments with the last map did; probabilities move by ½ Σ |p - p'|.
struct MapExperiments {
  double even_moved = 0;
  std::string even_label;  // predicted under an even map
  double largest_weight = 0;
  std::vector<double> permuted;  // how far each permutation moves
  double adversarial_js = 0, adversarial_moved = 0;
  std::vector<double> attended, adversarial;  // what each token of the text gets of the two maps, shares
  std::vector<WordsErased> erased;
  std::vector<WeightsSilenced> silenced;
};

struct TextFaithfulness {
  std::string label;              // the class that is predicted
  std::vector<int64_t> tokens;    // that agreement is about, by their places
  std::vector<double> attention;  // that each of them gets, shares
  TextAgreement gradient, left_out;
  double evenness = 1, even_rows = 1;
  std::optional<MapExperiments> experiments;
};

// None for a text without tokens. Error for a model that does not attend or is no classifier of texts. Nobody
// else may use the model meanwhile.
std::optional<TextFaithfulness> text_faithfulness(const Model& model, const std::string& text,
                                                  const TextFaithfulnessOptions& options = {});

nlohmann::json to_json(const TextFaithfulness& faithfulness);

}  // namespace heed::session
