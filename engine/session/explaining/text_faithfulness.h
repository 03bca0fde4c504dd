// Whether the attention to one text explains the answer: agreement with other measures, and experiments, each
// of which can be asked by itself, so that those with a large model can be shown as they come, and stopped.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/analysis.h"

namespace heed::session {

class Model;

struct ExperimentOptions {
  // "even", "permutations", "adversarial", "erased", "silenced".
  std::vector<std::string> wanted = {"even", "permutations", "adversarial", "erased", "silenced"};
  std::vector<std::string> methods = {"attention", "contribution", "leave-one-out"};  // that erase words
  int random_orders = 10;  // of words; what any method has to beat
  int permutations = 100;
  uint64_t seed = 0;
  int64_t max_tokens = 512;
  bool agreement = false;               // whether MapExperiments::agreement is wanted as well
  std::vector<std::string> edits = {};  // as ExplainOptions has them: everything is of the edited run
};

// Agreement of attention with another measure; no τ where one of them is the same for every token.
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

struct EvenMap {
  double moved = 0;
  std::string label;  // that is predicted then
};

struct PermutedMaps {
  double largest_weight = 0;
  std::vector<double> moved;  // by each
};

struct AdversarialMap {
  double js = 0, moved = 0;
  std::vector<double> attended, adversarial;  // what each token of the text gets of the two maps, shares
};

struct TextFaithfulness {
  std::string label;              // the class that is predicted
  std::vector<int64_t> tokens;    // that agreement is about, by their places
  std::vector<double> attention;  // that each of them gets, shares
  TextAgreement gradient, left_out;
  double evenness = 1, even_rows = 1;
};

// What experiments with the last map did, those that were asked for; probabilities move by ½ Σ |p - p'|.
struct MapExperiments {
  std::optional<TextFaithfulness> agreement;
  std::optional<EvenMap> even;
  std::optional<PermutedMaps> permutations;
  std::optional<AdversarialMap> adversarial;
  std::vector<WordsErased> erased;
  std::vector<WeightsSilenced> silenced;
};

// None for a text without tokens. Error for a model that does not
// attend or is no classifier of texts. Nobody else may use the model meanwhile.
std::optional<TextFaithfulness> text_faithfulness(const Model& model, const std::string& text,
                                                  int64_t max_tokens = 512);
// Likewise; UsageError for an experiment that there is not.
std::optional<MapExperiments> text_experiments(const Model& model, const std::string& text,
                                               const ExperimentOptions& options = {});

nlohmann::json to_json(const TextFaithfulness& faithfulness);
nlohmann::json to_json(const MapExperiments& done);

}  // namespace heed::session
