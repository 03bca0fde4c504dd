#include "engine/format/store.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"

namespace heed {
namespace {

namespace fs = std::filesystem;

void check_name(const std::string& name) {
  bool inside = !name.empty() && name.front() != '/' && name.back() != '/';
  for (const fs::path& part : fs::path(name)) inside = inside && part != ".." && part != ".";
  check(inside, "[", name, "] is no name of a file in a store: expected one such as \"mine/config.json\".");
}

// As base/file.cpp names what is not in its place yet.
bool is_temporary(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.front() == '.' && name.find(".tmp-") != std::string::npos;
}

}  // namespace

std::string FolderStore::place(const std::string& name) const {
  check_name(name);
  return folder_.empty() ? name : (fs::path(folder_) / name).string();
}

bool FolderStore::has(const std::string& name) const {
  std::error_code ignored;
  return fs::is_regular_file(place(name), ignored);
}

std::string FolderStore::read(const std::string& name) const {
  return read_file(place(name));
}

void FolderStore::write(const std::string& name, const ByteParts& parts, Durable durable) {
  const fs::path parent = fs::path(place(name)).parent_path();
  std::error_code error;
  if (!parent.empty()) fs::create_directories(parent, error);
  check(!error, "[", parent.string(), "] cannot be made: ", error.message(), ".");
  write_file_atomically(place(name), parts, durable);
}

void FolderStore::write_folder(const std::string& name, const std::map<std::string, std::string>& files) {
  replace_folder_atomically(place(name), files);
}

std::vector<std::string> FolderStore::list() const {
  const fs::path root = folder_.empty() ? fs::path(".") : fs::path(folder_);
  std::vector<std::string> names;
  std::error_code ignored;
  fs::recursive_directory_iterator entry(root, ignored);
  for (; entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
    if (is_temporary(entry->path()))
      entry.disable_recursion_pending();
    else if (entry->is_regular_file(ignored))
      names.push_back(entry->path().lexically_relative(root).generic_string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void FolderStore::remove(const std::string& name) {
  std::error_code error;
  fs::remove(place(name), error);
  check(!error, "[", place(name), "] cannot be removed: ", error.message(), ".");
}

std::string MemoryStore::read(const std::string& name) const {
  const auto found = files_.find(name);
  check(found != files_.end(), "[", name, "] cannot be read: it is not there.");
  return found->second;
}

void MemoryStore::write(const std::string& name, const ByteParts& parts, Durable) {
  check_name(name);
  std::string& file = files_[name];
  file.clear();
  for (const std::string_view bytes : parts) file += bytes;
}

void MemoryStore::write_folder(const std::string& name, const std::map<std::string, std::string>& files) {
  check_name(name);
  for (const auto& [file, bytes] : files) files_[name + "/" + file] = bytes;
}

std::vector<std::string> MemoryStore::list() const {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_) names.push_back(name);
  return names;
}

}  // namespace heed
