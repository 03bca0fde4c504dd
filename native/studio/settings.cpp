#include "native/studio/settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/session/error.h"
#include "engine/session/json.h"

namespace heed::studio {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t kRecent = 10;

// As the XDG base directory specification says: a relative path does not count.
fs::path xdg(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  if (value != nullptr && value[0] == '/') return value;
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "/tmp") / otherwise;
}

void to_front(std::vector<std::string>& list, const std::string& entry) {
  std::erase(list, entry);
  list.insert(list.begin(), entry);
  if (list.size() > kRecent) list.resize(kRecent);
}

json to_json(const Unfinished& run) {
  json written = session::to_json(run.options);
  written["name"] = run.name;
  return written;
}

Unfinished unfinished_of(const json& from) {
  Unfinished run{from.at("name"), session::train_options_of(from)};
  run.options.resume = true;
  return run;
}

void read_into(Settings& s, const json& from) {
  s.theme = from.value("theme", s.theme) == "dark" ? "dark" : "light";
  s.scale = std::clamp(from.value("scale", s.scale), 0.5, 3.0);
  s.spreadsheet = from.value("spreadsheet", s.spreadsheet);
  s.width = std::clamp(from.value("width", s.width), 720, 10000);
  s.height = std::clamp(from.value("height", s.height), 480, 10000);
  s.left = std::clamp(from.value("left", s.left), 200.0, 800.0);
  s.right = std::clamp(from.value("right", s.right), 200.0, 800.0);
  s.tab = from.value("tab", s.tab);
  s.recipe = from.value("recipe", s.recipe);
  s.data = from.value("data", s.data);
  s.sentence = from.value("sentence", s.sentence);
  s.model = from.value("model", s.model);
  s.vectors = from.value("vectors", s.vectors);
  s.two_query = from.value("two_query", s.two_query);
  s.two_key = from.value("two_key", s.two_key);
  s.two_mechanism = from.value("two_mechanism", s.two_mechanism);
  s.lab_query = from.value("lab_query", s.lab_query);
  s.lab_key = from.value("lab_key", s.lab_key);
  s.lab_mechanism = from.value("lab_mechanism", s.lab_mechanism);
  s.tokenizers = from.value("tokenizers", s.tokenizers);
  s.recent_models = from.value("recent_models", s.recent_models);
  s.recent_data = from.value("recent_data", s.recent_data);
  s.search = from.value("search", json());
  for (const json& run : from.value("unfinished", json::array())) s.unfinished.push_back(unfinished_of(run));
}

}  // namespace

std::string config_folder() {
  return (xdg("XDG_CONFIG_HOME", ".config") / "heed").string();
}

namespace {
fs::path folder_file(const char* name) {
  return fs::path(config_folder()) / name;
}
}  // namespace

std::string runs_folder() {
  return (xdg("XDG_DATA_HOME", ".local/share") / "heed" / "runs").string();
}

Settings Settings::load(std::string* problem) {
  const fs::path file = fs::path(config_folder()) / "studio.json";
  Settings settings;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return settings;
  try {
    read_into(settings, parse_json(read_file(file.string(), kLongestText), file.string()));
  } catch (const std::exception&) {
    const fs::path kept = folder_file("studio.json.unreadable");
    fs::rename(file, kept, ignored);
    *problem = "[" + file.string() +
               "] could not be read as settings: the studio starts with its defaults, and " +
               (ignored ? "will write over it." : "what was there is kept as " + kept.string() + ".");
    return {};
  }
  return settings;
}

void Settings::save() const {
  json runs = json::array();
  for (const Unfinished& run : unfinished) runs.push_back(to_json(run));
  const json written = {{"theme", theme},
                        {"scale", scale},
                        {"spreadsheet", spreadsheet},
                        {"width", width},
                        {"height", height},
                        {"left", left},
                        {"right", right},
                        {"tab", tab},
                        {"recipe", recipe},
                        {"data", data},
                        {"model", model},
                        {"sentence", sentence},
                        {"vectors", vectors},
                        {"two_query", two_query},
                        {"two_key", two_key},
                        {"two_mechanism", two_mechanism},
                        {"lab_query", lab_query},
                        {"lab_key", lab_key},
                        {"lab_mechanism", lab_mechanism},
                        {"tokenizers", tokenizers},
                        {"recent_models", recent_models},
                        {"recent_data", recent_data},
                        {"unfinished", runs},
                        {"search", search}};
  const fs::path folder = config_folder(), file = folder / "studio.json",
                 temporary = folder / "studio.json.new";
  std::error_code error;
  fs::create_directories(folder, error);
  {
    std::ofstream stream(temporary);
    stream << written.dump(2, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
    if (!stream) fail("[", temporary.string(), "] cannot be written: settings are not kept.");
  }
  fs::rename(temporary, fs::is_symlink(file, error) ? fs::weakly_canonical(file) : file, error);
  if (error) fail("[", file.string(), "] cannot be written: ", error.message(), ".");
}

void Settings::remember_model(const std::string& folder) {
  model = folder;
  to_front(recent_models, folder);
}

void Settings::remember_data(const std::string& path) {
  data = path;
  to_front(recent_data, path);
}

}  // namespace heed::studio
