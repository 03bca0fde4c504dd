#include "engine/session/training/inside/training_start.h"

#include <algorithm>

#include "engine/format/json.h"

namespace heed::session {

std::vector<float> class_weights(const Recipe& recipe, const std::vector<int>& labels, size_t C) {
  const nlohmann::json& asked = recipe.json["training"]["class_weights"];
  if (asked.is_null()) return {};
  if (asked.is_array()) {
    auto weights = json_as<std::vector<double>>(asked, "training.class_weights", recipe.name);
    check(weights.size() == C, "[", recipe.name, "] ", weights.size(), " class weights for ", C, " classes.");
    return {weights.begin(), weights.end()};
  }
  const auto rule = json_as<std::string>(asked, "training.class_weights", recipe.name);
  if (rule != "balanced" && rule != "inverse_count")
    fail<UsageError>("[", recipe.name, "] class_weights \"", rule,
                     "\": expected balanced, inverse_count, or a number per class.");
  std::vector<float> counts(C, 0.0f), weights;
  for (int label : labels) counts[static_cast<size_t>(label)] += 1;
  for (float count : counts) {
    const float inverse = 1 / std::max(1.0f, count);
    weights.push_back(rule == "balanced" ? inverse * static_cast<float>(labels.size()) / static_cast<float>(C)
                                         : inverse);
  }
  return weights;
}

void begin_votes(const nlohmann::json& model, const PhraseVotes& start, const Parameters& parameters,
                 const std::string& file) {
  const auto times = value_or<double>(model, "phrase_start", 0.0, file);
  if (times == 0) return;
  check(!start.votes.empty(), "[", file, "] phrase_start is ", times,
        ", but no phrases are counted: give text.phrases a min_freq.");
  std::transform(start.votes.begin(), start.votes.end(),
                 parameters.find("phrases.weight").value().data<float>(),
                 [&](float vote) { return static_cast<float>(times) * vote; });
  std::copy(start.bias.begin(), start.bias.end(), parameters.find("classifier.bias").value().data<float>());
}

}  // namespace heed::session
