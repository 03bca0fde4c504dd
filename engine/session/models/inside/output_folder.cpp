#include "engine/session/models/inside/output_folder.h"

#include "engine/base/error.h"
#include "engine/base/file_lock.h"

#ifndef __EMSCRIPTEN__  // a page keeps models in a store of its own

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/base/json_parse.h"
#include "engine/base/names.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

bool has(const std::string& folder, const char* name) {
  std::error_code ignored;
  return fs::exists(fs::path(folder) / name, ignored);
}

// By its card, or by what its config.json says about itself.
bool is_ours(const std::string& folder) {
  if (has(folder, "README.md") &&
      read_file(folder + "/README.md", kLongestText).rfind("---\nlibrary_name: heed\n", 0) == 0)
    return true;
  if (!has(folder, "config.json")) return false;
  const auto config = json_or_discarded(read_file(folder + "/config.json", kLongestText));
  return config.is_object() && config.contains("recipe");
}

// Names of what is in a folder, but for hidden files and checkpoints, the first of them.
std::vector<std::string> files_in(const std::string& folder) {
  constexpr size_t kNamed = 6;
  std::error_code ignored;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name[0] != '.' && !name.ends_with(".checkpoint.safetensors")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  if (names.size() > kNamed) names.resize(kNamed);
  return names;
}

bool same(const std::string& a, const std::string& b) {
  std::error_code missing;
  return fs::equivalent(a, b, missing) && !missing;
}

}  // namespace

void check_replaceable(const std::string& folder, bool any_model) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return;
  const std::string held = listed(files_in(folder));
  if (held.empty() || is_ours(folder)) return;
  if (any_model && has(folder, "config.json") && has(folder, "model.safetensors")) return;
  fail("[", folder, "] holds ", held, ", which are no model of Heed's: choose another folder with --out, or ",
       "move them away.");
}

OutputFolder::OutputFolder(const std::string& folder, const std::string& from) {
  check(from.empty() || !same(folder, from), "[", folder,
        "] is the folder that training goes on from: choose another one with --out, or it would be lost.");
  std::error_code error;
  check(!fs::exists(folder, error) || fs::is_directory(folder, error), "[", folder,
        "] cannot be written: it is a file, and a model is a folder.");
  check_replaceable(folder, false);
  const fs::path path(folder);
  if (!path.parent_path().empty()) fs::create_directories(path.parent_path(), error);
  if (error) fail("[", folder, "] cannot be written: ", error.message(), ".");
  lock_ =
      std::make_unique<FileLock>((path.parent_path() / ("." + path.filename().string() + ".lock")).string(),
                                 folder, "wait until it has ended, or choose another folder with --out.");
}

OutputFolder::~OutputFolder() = default;

}  // namespace heed::session

#else

namespace heed::session {

void check_replaceable(const std::string&, bool) {}
OutputFolder::OutputFolder(const std::string&, const std::string&) {}
OutputFolder::~OutputFolder() = default;

}  // namespace heed::session

#endif
