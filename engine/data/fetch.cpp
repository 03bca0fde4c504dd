#include "engine/data/fetch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/data/download.h"
#include "engine/data/sha256.h"

namespace heed {
namespace {

namespace fs = std::filesystem;

// intent_pos and intent_neg as of commit 766ea1bdd9d5; the hashes hold whatever the branch goes on to.
const std::vector<PublicDataset>& table() {
  static const std::vector<PublicDataset> kTable = {
      {"enron-intent",
       "https://raw.githubusercontent.com/Charlie9/enron_intent_dataset_verified/master/",
       "MIT",
       {{"intent_pos", 99563, "89aa7e540e3c0dd858ffc1697dd656b0ab0fb11d0fee0d808ecf6730096daf45"},
        {"intent_neg", 239112, "12918292940900c6b8b802dcb32062ee5d83242750c0dad6f8231de6bf87aacb"},
        {"LICENSE", 1057, "afb11426e09da40a1ae4f8fa17ddcc6b6a52d14df04c29bc5bcd06eb8730624d"},
        {"README.md", 3150, "224fc7ac65fa9f542f32ec74e757b188ec2a7e09ff57efdd23b69a48f623358a"}}},
  };
  return kTable;
}

bool starts_with(const std::string& text, const char* prefix) {
  return text.rfind(prefix, 0) == 0;
}

bool is_web_address(const std::string& place) {
  return starts_with(place, "http://") || starts_with(place, "https://");
}

// file:///a%20b is the folder "/a b".
std::string folder_of_address(const std::string& address) {
  std::string rest = address.substr(7);
  if (starts_with(rest, "localhost/")) rest.erase(0, 9);
  check(starts_with(rest, "/"), "[", address, "] is not an address of a file here: expected file:///folder.");
  std::string path;
  for (size_t i = 0; i < rest.size(); ++i) {
    char* end = nullptr;
    std::string digits = rest[i] == '%' ? rest.substr(i + 1, 2) : "";
    long code = std::strtol(digits.c_str(), &end, 16);
    bool escaped = digits.size() == 2 && end == digits.c_str() + 2;
    path += escaped ? static_cast<char>(code) : rest[i];
    i += escaped ? 2 : 0;
  }
  return path;
}

std::string with_slash(const std::string& place) {
  return place.back() == '/' ? place : place + "/";
}

bool is_there(const std::string& path, const PublicFile& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) ||
      fs::file_size(path, ignored) != static_cast<uintmax_t>(file.bytes))
    return false;
  return sha256(read_file(path)) == file.sha256;
}

std::string checked(std::string bytes, const PublicFile& file, const std::string& source) {
  std::string actual = sha256(bytes);
  check(actual == file.sha256, "[", file.name, "] from ", source, " has SHA-256 ", actual, " (", bytes.size(),
        " bytes), expected ", file.sha256, " (", file.bytes, " bytes): it is damaged or another version.");
  return bytes;
}

}  // namespace

const PublicDataset& public_dataset(const std::string& name) {
  std::string names;
  for (const PublicDataset& dataset : table()) {
    if (dataset.name == name) return dataset;
    names += (names.empty() ? "" : ", ") + dataset.name;
  }
  fail<UsageError>("[fetch] there is no data set \"", name, "\": expected one of ", names, ".");
}

std::string default_data_folder(const std::string& name) {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && data[0] == '/')
    return with_slash(data) + "heed/data/" + name;  // relative ones do not count
  const char* home = std::getenv("HOME");
  check(home != nullptr && home[0] != '\0',
        "[fetch] neither HOME nor XDG_DATA_HOME is set: say where with --to.");
  return with_slash(home) + ".local/share/heed/data/" + name;
}

void fetch_dataset(const PublicDataset& dataset, const std::string& folder, const std::string& from,
                   const FetchProgress& progress) {
  std::string base = with_slash(from.empty() ? dataset.address : from);
  if (starts_with(base, "file://")) base = folder_of_address(base);
  int64_t total = 0, before = 0;
  for (const PublicFile& file : dataset.files) total += file.bytes;
  std::map<std::string, std::string> fetched;
  for (const PublicFile& file : dataset.files) {
    if (!is_there(with_slash(folder) + file.name, file)) {
      auto received = [&](int64_t bytes) {
        if (progress) progress(before + std::min(bytes, file.bytes), total);
      };
      std::string source = base + file.name;
      std::string bytes = is_web_address(base) ? download(source, file.bytes, received) : read_file(source);
      fetched[file.name] = checked(std::move(bytes), file, source);
    }
    before += file.bytes;
    if (progress) progress(before, total);
  }
  if (!fetched.empty()) replace_folder_atomically(folder, fetched);
}

}  // namespace heed
