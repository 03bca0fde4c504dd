#include "native/studio/paths.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace heed::studio {

namespace fs = std::filesystem;

std::string expand_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  return home != nullptr && path.rfind("~/", 0) == 0 ? home + path.substr(1) : path;
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::absolute(path, error).lexically_normal();
  return error ? path : (found.has_filename() ? found : found.parent_path()).string();
}

std::vector<std::string> completions(const std::string& typed, size_t limit) {
  const std::string path = expand_home(typed);
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string begun = path.substr(folder.size());
  std::vector<std::string> found;
  std::error_code error;
  fs::directory_iterator entries(folder.empty() ? "." : folder, error), end;
  for (; !error && entries != end; entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    if (name.rfind(begun, 0) != 0 || (begun.empty() && name[0] == '.')) continue;
    std::error_code ignored;
    found.push_back(folder + name + (entries->is_directory(ignored) ? "/" : ""));
  }
  std::sort(found.begin(), found.end());
  if (found.size() > limit) found.resize(limit);
  return found;
}

bool is_model(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::path(path) / "config.json", ignored);
}

std::vector<std::string> shipped_models(const std::vector<session::RecipeEntry>& recipes) {
  std::vector<std::string> folders;
  if (recipes.empty()) return folders;
  std::error_code ignored;
  const fs::path models = fs::path(recipes[0].file).parent_path().parent_path() / "models";
  for (const fs::directory_entry& entry : fs::directory_iterator(models, ignored))
    if (fs::exists(entry.path() / "tokenizer.json", ignored))
      folders.push_back(absolute(entry.path().string()));
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::string shipped_model(const std::vector<session::RecipeEntry>& recipes, const std::string& name) {
  if (recipes.empty()) return "";
  const fs::path folder = fs::path(recipes[0].file).parent_path();
  const fs::path model = folder.parent_path() / "models" / name;
  return is_model(model.string()) ? model.string() : "";
}

}  // namespace heed::studio
