#include "engine/session/training/inside/data_fit.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "engine/base/error.h"
#include "engine/data/fetch.h"
#include "engine/data/format_guess.h"
#include "engine/format/fields_json.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/tasks/corpus.h"
#include "engine/tasks/recipe_fields.h"
#include "engine/tasks/task.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const json& defaults() {
  static const json kDefaults = write_defaults(recipe_fields())["data"];
  return kDefaults;
}

// Keys that say how files are read and have another value than the default.
std::set<std::string> keys_set(const json& data) {
  std::set<std::string> keys;
  for (const auto& [key, value] : data.items()) {
    const auto usual = defaults().find(key);
    if (key != "set" && !value.is_null() && (usual == defaults().end() || value != *usual)) keys.insert(key);
  }
  return keys;
}

std::string format_in(const json& data) {
  const auto format = data.find("format");
  return format != data.end() && format->is_string() ? format->get<std::string>() : "";
}

// Rows that are left out are fewer than those that are read.
bool reads(const json& data, const std::string& path) {
  try {
    const Dataset rows = read_data(read_data_options(data, path), {path});
    return rows.examples.size() > rows.left_out;
  } catch (const std::exception&) {
    return false;
  }
}

bool fits(const json& data, const std::string& path) {
  const std::set<std::string> keys = keys_set(data);
  if (keys.empty()) return true;
  const bool only_format = keys == std::set<std::string>{"format"};
  return (only_format && format_in(data) == format_of_file(path)) || reads(data, path);
}

// A file beside which the recipe's test file may lie by chance.
bool is_own_test(const json& data, const std::vector<std::string>& paths) {
  std::error_code ignored;
  const json& set = data["set"];
  return std::all_of(paths.begin(), paths.end(), [&](const std::string& path) {
    return fs::is_directory(path, ignored) ||
           (set.is_string() && set != "" && is_of(public_dataset(set.get<std::string>()), path));
  });
}

// A recipe file that does not ship with the program.
bool is_own_file(const TrainOptions& options) {
  if (!options.written.is_null() || options.recipe.find_first_of("/.") == std::string::npos) return false;
  std::error_code ignored;
  const std::vector<std::string> folders = recipe_folders();
  return std::none_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    return fs::equivalent(fs::path(options.recipe).parent_path(), folder, ignored);
  });
}

}  // namespace

std::set<std::string> data_keys_in(const std::vector<std::string>& set, bool bare) {
  std::set<std::string> keys;
  for (const std::string& text : set) {
    const std::string key = text.substr(0, text.find('='));
    const bool of_data = key.rfind("data.", 0) == 0;
    if (of_data || bare) keys.insert(of_data ? key.substr(5) : key);
  }
  return keys;
}

std::string fit_data(json& data, const std::vector<std::string>& paths, const std::set<std::string>& asked,
                     const std::string& whose) {
  if (paths.empty() || !fs::exists(paths.front())) return "";  // reading says that it is not there
  const std::string& path = paths.front();
  if (fits(data, path)) return "";
  const std::string before = format_in(data);
  json changed = data;
  for (const std::string& key : keys_set(data))
    if (asked.count(key) == 0) changed[key] = defaults().contains(key) ? defaults()[key] : json();
  if (changed == data) return "";
  const std::string format = format_in(changed).empty() ? format_of_file(path) : format_in(changed);
  if (format.empty() || (format == before && !reads(changed, path))) return "";
  data = std::move(changed);
  return "[" + path + "] is not written like the " + whose + "'s own data" +
         (before.empty() || before == format ? "" : " (" + before + ")") + ": it is read as " + format +
         ", by its ending and content. --set data.format=NAME says otherwise.";
}

std::string fit_recipe(Recipe& recipe, const TrainOptions& options) {
  json& data = recipe.json["data"];
  const bool of_labels = task_of(recipe.json, recipe.name).name == std::string("classification");
  if (!of_labels || options.data.empty()) return "";
  std::set<std::string> asked = data_keys_in(options.set, false);
  if (is_own_file(options)) {
    const std::set<std::string> own = keys_set(data);
    std::copy_if(own.begin(), own.end(), std::inserter(asked, asked.end()),
                 [](const std::string& key) { return key != "format"; });
  }
  std::string said = fit_data(data, options.data, asked, "recipe");
  if (asked.count("test") == 0 && !is_own_test(data, options.data)) data["test"] = defaults()["test"];
  return said;
}

}  // namespace heed::session
