#include "engine/session/training/inside/recipe.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/base/names.h"
#include "engine/data/fetch.h"
#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/tasks/recipe_fields.h"
#include "engine/text/tokenizer.h"

namespace heed::session {
namespace fs = std::filesystem;
namespace {

// A recipe that says nothing.
nlohmann::json usual() {
  nlohmann::json all = write_defaults(recipe_fields());
  all["model"] = {{"architecture", "request-classifier"}};
  return all;
}

// KEY=VALUE into an object that holds just that.
nlohmann::json assignment(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    fail<UsageError>("[--set] \"", text, "\": expected KEY=VALUE, for instance training.epochs=5.");
  nlohmann::json value = json_or_discarded(text.substr(equals + 1));
  if (value.is_discarded()) value = text.substr(equals + 1);
  std::string key = text.substr(0, equals);
  for (size_t dot = key.rfind('.'); dot != std::string::npos; dot = key.rfind('.')) {
    value = nlohmann::json{{key.substr(dot + 1), value}};
    key.resize(dot);
  }
  return nlohmann::json{{key, value}};
}

// The open objects (the model, above all) take single keys too.
void assign(nlohmann::json& recipe, const nlohmann::json& change) {
  for (const auto& [key, value] : change.items()) {
    if (value.is_object() && recipe.contains(key) && recipe[key].is_object())
      assign(recipe[key], value);
    else
      recipe[key] = value;
  }
}

// What recipes called otherwise before.
void rename_old_keys(nlohmann::json& recipe) {
  const auto training = recipe.find("training");
  if (training == recipe.end() || !training->is_object() || !training->contains("openings")) return;
  nlohmann::json& crops = (*training)["crops"];
  const nlohmann::json old = (*training)["openings"];
  if (crops.is_object() && old.is_object())
    crops.update(old);  // one of its keys was set by the old name
  else
    crops = old;
  training->erase("openings");
}

std::string find_recipe(const std::string& name) {
  std::vector<std::string> names;
  for (const std::string& folder : recipe_folders()) {
    const fs::path file = fs::path(folder) / (name + ".json");
    if (fs::exists(file)) return file.string();
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
      if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::string known = listed(names), meant = nearest(name, names);
  fail<UsageError>(
      "[recipe] \"", name, "\" is not a recipe: ", meant.empty() ? "" : "did you mean " + meant + "? ",
      known.empty() ? "no recipe was found beside the program; give a file." : "there are " + known + ".");
}

}  // namespace

std::vector<std::string> recipe_folders() {
  return shipped_folders("recipes");
}

std::string model_place(const std::string& name) {
  std::error_code ignored;
  if (name.empty() || name.find('/') != std::string::npos || fs::exists(name, ignored)) return name;
  for (const std::string& folder : shipped_folders("models"))
    if (fs::exists(fs::path(folder) / name / "config.json", ignored))
      return (fs::path(folder) / name).string();
  return name;
}

std::string tokenizer_place(const std::string& name) {
  const std::vector<std::string>& known = tokenizer_names();
  if (name.find_first_of("/.") != std::string::npos ||
      std::find(known.begin(), known.end(), name) != known.end())
    return name;
  std::error_code ignored;
  if (fs::exists(name, ignored)) return "./" + name;
  for (const std::string& folder : shipped_folders("tokenizers"))
    if (fs::exists(fs::path(folder) / name / "tokenizer.json", ignored))
      return (fs::path(folder) / name).string();
  return model_place(name);
}

std::vector<std::string> shipped_folders(const std::string& kind) {
  std::vector<fs::path> places{fs::path("assets") / kind};
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
      places.push_back(folder / "assets" / kind);
      places.push_back(folder / "share" / "heed" / kind);
      if (places.size() > 8) break;
    }
  }
  std::vector<std::string> folders;
  for (const fs::path& place : places)
    if (fs::is_directory(place, error)) folders.push_back(place.string());
  return folders;
}

Recipe load_recipe(const std::string& name_or_file, const std::vector<std::string>& set) {
  const bool is_file = name_or_file.find_first_of("/.") != std::string::npos;
  const std::string file = is_file ? name_or_file : find_recipe(name_or_file);
  nlohmann::json given = parse_json_object(read_file(file, kLongestText), file);
  for (const std::string& text : set) assign(given, assignment(text));
  return complete_recipe(fs::path(file).stem().string(), std::move(given), file);
}

Recipe complete_recipe(const std::string& name, nlohmann::json given, const std::string& file) {
  rename_old_keys(given);
  Recipe recipe{name, usual()};
  merge_fields(recipe.json, given, recipe_fields(), file);
  if (const nlohmann::json& set = recipe.json["data"]["set"]; set.is_string())
    public_dataset(set.get<std::string>());  // the card names it when all is learned: too late to say so
  return recipe;
}

void set_data_keys(nlohmann::json& data, const std::vector<std::string>& set) {
  for (const std::string& text : set) {
    const nlohmann::json change = assignment(text.rfind("data.", 0) == 0 ? text.substr(5) : text);
    const std::string key = change.begin().key();
    if (recipe_fields().find("data." + key) == nullptr)
      fail<UsageError>("[--set] there is no key \"data.", key, "\": expected one of ",
                       keys_in(recipe_fields(), "data"), ".");
    assign(data, change);
  }
}

}  // namespace heed::session
