#include "engine/session/training_start.h"

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

void begin_votes(const nlohmann::json& model, const std::vector<float>& log_odds,
                 const Parameters& parameters, const std::string& file) {
  const auto start = value_or<double>(model, "phrase_start", 0.0, file);
  if (start == 0) return;
  check(!log_odds.empty(), "[", file, "] phrase_start is ", start,
        ", but no phrases are counted: give text.phrases a min_freq.");
  const Tensor& votes = parameters.find("phrases.weight").value();
  std::transform(log_odds.begin(), log_odds.end(), votes.data<float>(),
                 [&](float odds) { return static_cast<float>(start) * odds; });
}

}  // namespace heed::session
