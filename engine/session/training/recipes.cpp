#include "engine/session/training/recipes.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/json_parse.h"
#include "engine/base/names.h"
#include "engine/data/format_guess.h"
#include "engine/data/rows.h"
#include "engine/format/fields_json.h"
#include "engine/models/architecture.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/tasks/recipe_fields.h"
#include "engine/tasks/task.h"

namespace heed::session {
std::vector<RecipeEntry> recipes() {
  namespace fs = std::filesystem;
  std::vector<RecipeEntry> found;
  for (const std::string& folder : recipe_folders()) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (entry.path().extension() != ".json") continue;
      const std::string name = entry.path().stem().string();
      if (std::any_of(found.begin(), found.end(), [&](const RecipeEntry& r) { return r.name == name; }))
        continue;
      try {
        const std::string file = entry.path().string();
        const Recipe recipe = load_recipe(file, {});
        found.push_back({name, file, recipe.json["description"].get<std::string>(),
                         task_of(recipe.json, recipe.name).network});
      } catch (const std::exception&) {
        continue;  // `train` with its name says what is wrong with it
      }
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return found;
}

bool is_data_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const bool named = path.find_first_of("/.") != std::string::npos;
  if (!named || !fs::exists(path, ignored)) return false;
  if (fs::is_directory(path, ignored) || fs::path(path).extension() != ".json") return true;
  // A recipe is one object; a list of objects, or one on each line, is data.
  const std::string text = read_text(path);
  const auto whole = json_or_discarded(text);
  return whole.is_array() || (whole.is_discarded() && format_of_text(text) == "jsonl");
}

std::string meant_name(const std::string& word, const std::vector<std::string>& names) {
  return nearest(word, names);
}

nlohmann::json::json_pointer place_of_setting(const std::string& key) {
  std::string place = "/" + key;
  std::replace(place.begin(), place.end(), '.', '/');
  return nlohmann::json::json_pointer(place);
}

nlohmann::json recipe_values(const std::string& name_or_file, const std::vector<std::string>& set) {
  Recipe recipe = load_recipe(name_or_file, set);
  const auto& task = task_of(recipe.json, recipe.name);
  recipe.json["task"] = task.name;
  // A recipe for fine-tuning names no architecture: the model folder has one.
  nlohmann::json& model = recipe.json["model"];
  if (task.network && model.is_object() && model.contains("architecture"))
    model = complete_model_config(model, recipe.name);
  // What there is none of has values all the same: those that it would begin with.
  for (const nlohmann::json& setting : list_of(recipe_fields())) {
    const auto at = place_of_setting(setting["key"]);
    if (!recipe.json.contains(at)) recipe.json[at] = setting["default"];
  }
  return std::move(recipe.json);
}

std::vector<Field> settings(const std::string& architecture, const std::string& task) {
  std::vector<Field> all;
  for (const Field& field : recipe_fields().all) {
    if (!task.empty() && !field.is_for(task)) continue;
    all.push_back(field);
    if (field.key != "model") continue;
    for (const Architecture* entry : architectures()) {
      if (entry->name != architecture || entry->fields == nullptr) continue;
      for (Field own : entry->fields().all) {
        own.key = "model." + own.key;
        all.push_back(std::move(own));
      }
    }
  }
  return all;
}

}  // namespace heed::session
