#include "engine/session/training/inside/idle_settings.h"

#include <algorithm>
#include <array>

#include "engine/format/fields_json.h"
#include "engine/models/architecture.h"
#include "engine/session/training/recipes.h"
#include "engine/tasks/recipe_fields.h"

namespace heed::session {
namespace {

using nlohmann::json;

// Settings whose keys begin with `key` are read where the setting `other` has a certain value.
struct Condition {
  const char *key, *other;
  bool (*holds)(const json& value);
  const char* reader;
};

bool is_above_0(const json& value) {
  return value.is_number() && value > 0;
}
bool is_there(const json& value) {
  return !value.is_null();
}
bool is_sgd(const json& value) {
  return value == "sgd";
}
bool is_adaptive(const json& value) {
  return value != "sgd";
}
bool is_plateau(const json& value) {
  return value == "plateau";
}

constexpr const char *kOptimizer = "training.optimizer.name", *kSchedule = "training.schedule.name",
                     *kArchitecture = "model.architecture", *kAdaptive = "adam, adamw, lamb and muon";

constexpr std::array kConditions{
    Condition{"training.optimizer.beta", kOptimizer, is_adaptive, kAdaptive},
    Condition{"training.optimizer.epsilon", kOptimizer, is_adaptive, kAdaptive},
    Condition{"training.optimizer.amsgrad", kOptimizer, is_adaptive, kAdaptive},
    Condition{"training.optimizer.momentum", kOptimizer, is_sgd, "the optimizer sgd"},
    Condition{"training.optimizer.nesterov", kOptimizer, is_sgd, "the optimizer sgd"},
    Condition{"training.optimizer.muon.", kOptimizer, [](const json& name) { return name == "muon"; },
              "the optimizer muon"},
    Condition{"training.optimizer.decay_vectors", "training.optimizer.weight_decay", is_above_0,
              "a weight_decay above 0"},
    Condition{"training.schedule.minimum", kSchedule,
              [](const json& name) { return name != "constant" && name != "step"; },
              "the schedules linear, cosine, trapezoid and plateau"},
    Condition{"training.schedule.warmup_from_zero", "training.schedule.warmup_epochs", is_above_0,
              "warmup_epochs above 0"},
    Condition{"training.schedule.fall_epochs", kSchedule,
              [](const json& name) { return name == "trapezoid"; }, "the schedule trapezoid"},
    Condition{"training.schedule.factor", kSchedule,
              [](const json& name) { return name == "step" || name == "plateau"; },
              "the schedules step and plateau"},
    Condition{"training.schedule.every", kSchedule, [](const json& name) { return name == "step"; },
              "the schedule step"},
    Condition{"training.schedule.patience", kSchedule, is_plateau, "the schedule plateau"},
    Condition{"training.schedule.threshold", kSchedule, is_plateau, "the schedule plateau"},
    Condition{"training.schedule.absolute", kSchedule, is_plateau, "the schedule plateau"},
    Condition{"training.schedule.cooldown", kSchedule, is_plateau, "the schedule plateau"},
    Condition{"training.rows.last_part", "training.rows.last_length", is_above_0, "rows.last_length above 0"},
    Condition{
        "text.ngrams", kArchitecture,
        [](const json& name) { return name == "sentence-classifier" || name == "recurrent-classifier"; },
        "sentence-classifier and recurrent-classifier"},
    Condition{"text.phrases", kArchitecture, [](const json& name) { return name == "sentence-classifier"; },
              "sentence-classifier"},
    Condition{"model.phrase_", "text.phrases", is_there, "models with text.phrases"},
    Condition{"model.window", "model.mechanism",
              [](const json& name) { return name == "local-m" || name == "local-p"; },
              "the mechanisms local-m and local-p"},
};

bool begins_with(const std::string& key, const std::string& start) {
  return key.rfind(start, 0) == 0;
}

json value_of(const json& recipe, const std::string& key) {
  const auto at = place_of_setting(key);
  return recipe.contains(at) ? recipe[at] : json();
}

// What tasks read that train no network. Vectors of words are learned by AdaGrad.
bool is_read_without_network(const std::string& key, const json& value, const TaskEntry& task) {
  return std::string_view(task.name) == "word-vectors" &&
         (key == "training.epochs" || key == "training.optimizer.rate" ||
          (key == kOptimizer && value == "adagrad"));
}

// Classification and word-pieces read all of a recipe's "data"; the other tasks read some of it.
bool is_read_of_data(const std::string& key, std::string_view task) {
  if (key == "data.set" || task == "classification" || task == "word-pieces") return true;
  if (task == "token-labels") return key == "data.format";
  return task == "translate" && (begins_with(key, "data.toy") || key.find("_column") != std::string::npos);
}

// What would read the setting; "": this run does.
std::string reader_elsewhere(const json& recipe, const Field& field, const TaskEntry& task, bool fine_tunes) {
  const std::string& key = field.key;
  if (!field.is_for(task.name)) return "the task " + std::string(field.task);
  if (fine_tunes && begins_with(key, "text.") && key != "text.max_tokens" && key != "text.stride")
    return "new networks: this model has its own tokenizer";
  if (begins_with(key, "data.") && !is_read_of_data(key, task.name)) return "other tasks";
  if (!task.network && begins_with(key, "training.") &&
      !is_read_without_network(key, value_of(recipe, key), task))
    return "tasks that train a network";
  for (const Condition& condition : kConditions)
    if (task.network && begins_with(key, condition.key) &&
        !condition.holds(value_of(recipe, condition.other)))
      return condition.reader;
  return "";
}

// What a recipe with this model holds that says nothing else.
json usual_of(const json& recipe) {
  json usual = write_defaults(recipe_fields());
  const json architecture = value_of(recipe, kArchitecture);
  if (architecture.is_string())
    for (const Architecture* known : architectures())
      if (known->name == architecture.get<std::string>() && known->fields != nullptr)
        usual["model"] = write_defaults(known->fields());
  return usual;
}

}  // namespace

std::string idle_settings(const Recipe& recipe, const TaskEntry& task, bool fine_tunes) {
  const json architecture = value_of(recipe.json, kArchitecture), usual = usual_of(recipe.json);
  const bool of_network = architecture.is_string() && !fine_tunes;
  std::string idle;
  for (const Field& field : settings(of_network ? architecture.get<std::string>() : "")) {
    const json value = value_of(recipe.json, field.key);
    if (value.is_null() || field.key == "model" || value == value_of(usual, field.key)) continue;
    const std::string reader = reader_elsewhere(recipe.json, field, task, fine_tunes);
    if (!reader.empty()) idle += (idle.empty() ? "" : "; ") + field.key + " (read by " + reader + ")";
  }
  return idle.empty() ? "" : "[" + recipe.name + "] settings without effect on this run: " + idle + ".";
}

}  // namespace heed::session
