#include "engine/session/training/inside/recipe.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"

namespace heed::session {
namespace fs = std::filesystem;
namespace {

// Null stands for "none": its kind is not checked here but where it is read.
const nlohmann::json& defaults() {
  static const nlohmann::json json = nlohmann::json::parse(R"({
    "description": "",
    "task": "",
    "data": {
      "set": null, "format": null, "html_entities": false, "web_markup": false, "test": null,
      "text_column": null, "label_column": null, "header": null, "label_map": null,
      "single_label": true, "phrases": false, "binary": false, "restore_emotion": false,
      "examples": null
    },
    "split": {"train": 0.8, "validation": 0.1, "test": 0.1},
    "split_seed": 0,
    "seed": 0,
    "text": {
      "preprocess": null, "tokenizer": "basic_english", "min_freq": 1, "max_size": 0, "num_tokens": null,
      "ngrams": null, "phrases": null
    },
    "model": {"architecture": "request-classifier"},
    "training": {
      "epochs": 20, "batch_size": 32, "bucketed": true,
      "optimizer": {"name": "adam", "rate": 1e-3, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8, "amsgrad": false,
                    "momentum": 0, "nesterov": false, "weight_decay": 0},
      "schedule": {"name": "constant", "warmup_epochs": 0, "warmup_from_zero": false, "minimum": 0, "factor": 0.1,
                   "every": 10, "patience": 10, "threshold": 1e-4, "absolute": false, "cooldown": 0},
      "clip": 0, "label_smoothing": 0, "class_weights": null, "word_dropout": 0, "average": 0,
      "early_stopping": null, "crops": null, "precision": "float32"
    },
    "storage": "float32",
    "report": null
  })");
  return json;
}

// Keys whose value is an object of its own kind: checked where it is read.
bool is_open(const std::string& path) {
  return path == "model" || path == "data.label_map" || path == "text.ngrams" || path == "text.phrases" ||
         path == "training.early_stopping" || path == "training.crops" || path == "report" ||
         path == "training.class_weights";
}

std::string keys_of(const nlohmann::json& object) {
  std::string keys;
  for (const auto& [name, unused] : object.items()) keys += (keys.empty() ? "" : ", ") + name;
  return keys;
}

void merge(nlohmann::json& into, const nlohmann::json& from, const std::string& path,
           const std::string& file) {
  for (const auto& [key, value] : from.items()) {
    const std::string here = path.empty() ? key : path + "." + key;
    check(into.contains(key), "[", file, "] has the unknown key \"", here, "\": expected one of ",
          keys_of(into), ".");
    if (into[key].is_object() && !is_open(here)) {
      check(value.is_object(), "[", file, "] \"", here, "\" is ", value.dump(), ": expected an object.");
      merge(into[key], value, here, file);
    } else {
      into[key] = value;
    }
  }
}

// KEY=VALUE into an object that holds just that.
nlohmann::json assignment(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    fail<UsageError>("[--set] \"", text, "\": expected KEY=VALUE, for instance training.epochs=5.");
  nlohmann::json value = nlohmann::json::parse(text.substr(equals + 1), nullptr, false);
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
  (*training)["crops"] = std::move((*training)["openings"]);
  training->erase("openings");
}

std::string find_recipe(const std::string& name) {
  std::string known;
  for (const std::string& folder : recipe_folders()) {
    const fs::path file = fs::path(folder) / (name + ".json");
    if (fs::exists(file)) return file.string();
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
      if (entry.path().extension() == ".json")
        known += (known.empty() ? "" : ", ") + entry.path().stem().string();
  }
  fail<UsageError>(
      "[recipe] \"", name, "\" is not a recipe: ",
      known.empty() ? "no recipe was found beside the program; give a file." : "there are " + known + ".");
}

}  // namespace

std::vector<std::string> recipe_folders() {
  std::vector<fs::path> places{"assets/recipes"};
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
      places.push_back(folder / "assets" / "recipes");
      places.push_back(folder / "share" / "heed" / "recipes");
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
  nlohmann::json given = parse_json_object(read_file(file), file);
  for (const std::string& text : set) assign(given, assignment(text));
  rename_old_keys(given);
  Recipe recipe{fs::path(file).stem().string(), defaults()};
  merge(recipe.json, given, "", file);
  return recipe;
}

void set_data_keys(nlohmann::json& data, const std::vector<std::string>& set) {
  for (const std::string& text : set) {
    const nlohmann::json change = assignment(text.rfind("data.", 0) == 0 ? text.substr(5) : text);
    const std::string key = change.begin().key();
    if (!defaults()["data"].contains(key))
      fail<UsageError>("[--set] there is no key \"data.", key, "\": expected one of ",
                       keys_of(defaults()["data"]), ".");
    assign(data, change);
  }
}

}  // namespace heed::session
