#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/data/readers.h"

namespace heed {
namespace {

namespace fs = std::filesystem;

void read_class(const std::string& path, const std::string& label, const ReadOptions& options,
                RowCollector& rows) {
  const std::string text = rows.read(path, options.encoding);
  size_t number = 0;
  for (std::string_view line : split_lines(text)) rows.add(++number, std::string(line), label);
  rows.finish();
}

// "spam.txt" and "spam.txt.gz" hold the class spam.
std::string class_of(fs::path file) {
  if (file.extension() == ".gz") file = file.stem();
  return file.stem().string();
}

std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::string name = entry.path().filename().string();
    bool about = name.starts_with("README") || name.starts_with("LICENSE") || name.starts_with(".");
    if (entry.is_regular_file() && !about) files.push_back(entry.path());
  }
  check(!error, "[", folder, "] cannot be read: ", error.message(), ".");
  check(!files.empty(), "[", folder, "] holds no files: expected one text file per class.");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void read_enron(const std::string& folder, const ReadOptions& options, RowCollector& rows) {
  constexpr std::pair<const char*, const char*> kFiles[] = {{"intent_pos", "request"},
                                                            {"intent_neg", "no_request"}};
  std::error_code ignored;
  bool any = false;
  for (const auto& [name, label] : kFiles) {
    std::string path = folder + "/" + name;
    if (!fs::exists(path, ignored) && fs::exists(path + ".gz", ignored)) path += ".gz";
    if (fs::exists(path, ignored)) {
      read_class(path, label, options, rows);
      any = true;
    } else {
      rows.begin(folder);
      rows.remark(std::string("has no ") + name + ": no text of the class " + label + " comes from it.");
    }
  }
  check(any, "[", folder, "] ",
        fs::exists(folder, ignored) ? "holds neither" : "is not there: expected a folder with",
        " intent_pos ", fs::exists(folder, ignored) ? "nor" : "and", " intent_neg.");
}

void read_lines(const std::string& path, const ReadOptions& options, RowCollector& rows) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return read_class(path, class_of(path), options, rows);
  for (const fs::path& file : files_in(path)) read_class(file.string(), class_of(file), options, rows);
}

}  // namespace heed
