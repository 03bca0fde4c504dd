#include "native/studio/form.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <thread>

#include "engine/session/json.h"

namespace heed::studio {
namespace {

// With fewer rows every one of them trains.
constexpr size_t kEnoughToSplit = 30;

}  // namespace

std::string new_folder(const std::string& folder, const std::string& name) {
  namespace fs = std::filesystem;
  for (int number = 1;; ++number) {
    const fs::path path = fs::path(folder) / (number == 1 ? name : name + "-" + std::to_string(number));
    std::error_code ignored;
    if (!fs::exists(path, ignored) && !fs::exists(path.string() + ".checkpoint.safetensors", ignored))
      return path.string();
  }
}

Form::Form() : recipes_(session::recipes()) {
  std::erase_if(recipes_, [](const session::RecipeEntry& recipe) { return !recipe.network; });
  // One processor is left to the window.
  threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
  choose("toy-sentiment");
  refresh();
}

void Form::choose(size_t recipe) {
  chosen_ = recipe;
  changes_.clear();
  holds_out_ = false;
  refresh();
}

void Form::choose(const std::string& name) {
  for (size_t i = 0; i < recipes_.size(); ++i)
    if (recipes_[i].name == name) choose(i);
}

void Form::refresh() {
  problem_.clear();
  if (recipes_.empty()) {
    problem_ =
        "No recipe was found. Start the studio from the folder it was built in, or install it with its "
        "assets.";
    return;
  }
  try {
    values_ = session::recipe_values(recipes_[chosen_].file, assignments());
    settings_ = std::make_shared<const std::vector<Field>>(
        session::settings(values_["model"].value("architecture", ""), values_.value("task", "")));
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
}

const nlohmann::json* Form::value(const std::string& key) const {
  const auto place = session::place_of_setting(key);
  if (!values_.contains(place)) return nullptr;
  const nlohmann::json& value = values_.at(place);
  return value.is_null() ? nullptr : &value;
}

nlohmann::json Form::within_bounds(const std::string& key, const nlohmann::json& value) const {
  for (const Field& setting : *settings_) {
    if (setting.key != key || !setting.is_number() || !value.is_number()) continue;
    const double number = setting.bounds.clamped(value.get<double>());
    if (setting.kind == Field::Kind::kWhole) return static_cast<int64_t>(std::llround(number));
    return number;
  }
  return value;
}

void Form::set(const std::string& key, const nlohmann::json& value) {
  changes_[key] = within_bounds(key, value);
  refresh();
}

void Form::set_from(const std::vector<std::string>& choice) {
  for (const std::string& one : choice) {
    const size_t equals = one.find('=');
    const std::string value = one.substr(equals + 1);
    nlohmann::json parsed = json_or_discarded(value);
    if (parsed.is_discarded()) parsed = value;  // a name
    changes_[one.substr(0, equals)] = std::move(parsed);
  }
  refresh();
}

void Form::reset(const std::string& key) {
  changes_.erase(key);
  refresh();
}

void Form::use_data(const std::string& path, const session::Labelled& data, const nlohmann::json& label_map,
                    const std::vector<std::string>& set) {
  data_ = path;
  data_settings_ = {"data.format=" + data.format, "data.test=null", "data.label_map=" + label_map.dump(),
                    "data.text_column=null", "data.label_column=null"};
  data_settings_.insert(data_settings_.end(), set.begin(), set.end());
  if (!data.columns.empty()) {  // those that are shown are those that are trained on
    data_settings_[3] = "data.text_column=" + nlohmann::json(data.text_column).dump();
    data_settings_[4] = "data.label_column=" + nlohmann::json(data.label_column).dump();
  }
  const nlohmann::json* validation = value("split.validation");
  if (validation != nullptr && *validation == 0.0 && data.rows.size() >= kEnoughToSplit) {
    // Measured on rows it has not trained on, also with a recipe made for a handful of them.
    holds_out_ = true;
    changes_["split.train"] = 0.8;
    changes_["split.validation"] = 0.1;
    changes_["split.test"] = 0.1;
  }
  refresh();
}

void Form::use_recipe_data() {
  data_.clear();
  data_settings_.clear();
  holds_out_ = false;
  for (const char* part : {"split.train", "split.validation", "split.test"}) changes_.erase(part);
  refresh();
}

std::vector<std::string> Form::assignments() const {
  std::vector<std::string> all = data_settings_;
  for (const auto& [key, value] : changes_) all.push_back(key + "=" + value.dump());
  return all;
}

session::TrainOptions Form::options(const std::string& folder) const {
  session::TrainOptions options;
  options.recipe = recipes_[chosen_].file;
  if (!data_.empty()) options.data = {data_};
  options.out = new_folder(folder, name());
  options.threads = threads;
  options.set = assignments();
  const nlohmann::json* validation = value("split.validation");
  options.measure_train = validation == nullptr || *validation == 0.0;
  return options;
}

}  // namespace heed::studio
