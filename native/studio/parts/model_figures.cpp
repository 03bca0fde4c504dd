#include "native/studio/parts/model_figures.h"

#include <filesystem>
#include <map>
#include <stdexcept>
#include <vector>

#include "engine/session/error.h"
#include "engine/session/json.h"

namespace heed::studio {
namespace {

// What the panels read, each by its place: a file that lacks one is refused here, not while it is drawn.
void expect_figures(const nlohmann::json& all) {
  const auto number = [](const nlohmann::json& of, const char* key) { of.at(key).get<double>(); };
  for (const char* key : {"n", "accuracy"}) number(all, key);
  for (const char* key : {"accuracy", "changed"}) number(all.at("even"), key);
  for (const auto& [with, tau] : all.at("tau").items()) {
    for (const char* key : {"mean", "sd", "significant", "same_first"}) number(tau, key);
    if (tau.at("histogram").get<std::vector<double>>().empty()) throw std::invalid_argument("no histogram");
  }
  for (const char* key : {"comprehensiveness", "sufficiency"})
    all.at("normalised").at(key).get<std::map<std::string, double>>();
  for (const auto& [order, one] : all.at("silence").items())
    for (const char* key : {"mean", "turned"}) number(one, key);
  const nlohmann::json& other = all.at("adversarial");
  for (const char* key : {"within", "mean"}) number(other, key);
  if (other.at("histogram").get<std::vector<double>>().empty()) throw std::invalid_argument("no histogram");
  const nlohmann::json& shuffled = all.at("permutations");
  for (const char* key : {"count", "median", "largest"}) number(shuffled, key);
  for (const nlohmann::json& bin : shuffled.at("by_largest_weight"))
    for (const char* key : {"from", "to", "n", "median"}) number(bin, key);
  for (const nlohmann::json& head : all.at("heads")) {
    for (const char* key : {"layer", "head", "evenness", "supports", "accuracy_without"}) number(head, key);
    head.at("role").get<std::string>();
    for (const char* key : {"looks_at", "even"})
      for (const auto& [what, share] : head.at(key).items())
        if (what != "distance") share.get<double>();
  }
}

nlohmann::json read(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return nullptr;
  try {
    nlohmann::json found = parse_json(read_file(file, kLongestText), file);
    expect_figures(found);
    return found;
  } catch (const std::exception& error) {
    throw Error("[" + file + "] this is not what heed faithfulness --json writes (" + error.what() +
                "). Measure the model again, or move the file away");
  }
}

}  // namespace

void ModelFigures::follow() {
  if (explorer_.model() == model_) return;
  model_ = explorer_.model();
  measured_ = nullptr;
  problem_.clear();
  reading_ = !explorer_.folder().empty();
  if (!reading_) return;
  files_.newest(
      "figures",
      [this, model = model_, folder = explorer_.folder()]() -> Jobs::Apply {
        return [this, model, found = read(folder + "/faithfulness.json")] {
          if (model != model_) return;
          measured_ = found;
          reading_ = false;
        };
      },
      [this, model = model_](const std::string& message) {
        if (model != model_) return;
        problem_ = message;
        reading_ = false;
      });
}

}  // namespace heed::studio
