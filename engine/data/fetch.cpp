#include "engine/data/fetch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/data/download.h"
#include "engine/data/gzip.h"
#include "engine/data/sha256.h"

namespace heed {
namespace {

namespace fs = std::filesystem;

bool is_web_address(const std::string& place) {
  return place.starts_with("http://") || place.starts_with("https://");
}

// file:///a%20b is the folder "/a b".
std::string folder_of_address(const std::string& address) {
  std::string rest = address.substr(7);
  if (rest.starts_with("localhost/")) rest.erase(0, 9);
  check(rest.starts_with("/"), "[", address, "] is not an address of a file here: expected file:///folder.");
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

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_there(const std::string& folder, const PublicFile& file) {
  const std::string path = with_slash(folder) + file.name;
  if (!is_file(path)) return false;
  if (file.sha256.empty()) return true;
  std::error_code ignored;
  return fs::file_size(path, ignored) == static_cast<uintmax_t>(file.bytes) &&
         sha256(read_file(path)) == file.sha256;
}

// A file on its way: what is put in place, and from where it came.
struct Fetched {
  PublicFile file;
  std::string bytes, source;
};

// From a folder: as it is, gzipped, or in the archive; failing that, what may stand in its place.
Fetched from_folder(const std::string& base, const PublicFile& file) {
  const std::string path = base + file.name, archive = base + fs::path(file.archive).filename().string();
  if (is_file(path)) return {file, read_file(path), path};
  if (is_file(path + ".gz")) return {file, gunzip(read_file(path + ".gz"), path + ".gz"), path + ".gz"};
  if (!file.archive.empty() && is_file(archive))
    return {file, zip_member(read_file(archive), file.member, archive), archive};
  for (const PublicFile& other : file.stand_ins)
    if (is_file(base + other.name)) return {other, read_file(base + other.name), base + other.name};
  return {file, read_file(path), path};
}

Fetched from_web(const std::string& base, bool is_public, const PublicFile& file,
                 const std::function<void(int64_t)>& received) {
  constexpr int64_t kMost = int64_t{1} << 28;  // of a file whose size is not known
  const int64_t most = file.bytes > 0 ? file.bytes : kMost;
  if (file.archive.empty()) return {file, download(base + file.name, most, received), base + file.name};
  const std::string address = is_public ? file.archive : base + fs::path(file.archive).filename().string();
  return {file, zip_member(download(address, most, received), file.member, address), address};
}

// Error when the hash is known and wrong, a remark when it is not known.
void check_hash(const Fetched& fetched, std::vector<std::string>& remarks) {
  const PublicFile& file = fetched.file;
  const std::string actual = sha256(fetched.bytes);
  if (file.sha256.empty()) {
    remarks.push_back(file.name + " has SHA-256 " + actual + " (" + std::to_string(fetched.bytes.size()) +
                      " bytes). No hash of it is known, so it was not checked.");
    return;
  }
  check(actual == file.sha256, "[", file.name, "] from ", fetched.source, " has SHA-256 ", actual, " (",
        fetched.bytes.size(), " bytes), expected ", file.sha256, " (", file.bytes,
        " bytes): it is damaged or another version.");
}

// Files by folder, since each folder is replaced by itself.
void put_in_place(const std::string& folder, std::vector<Fetched>& all) {
  std::map<std::string, std::map<std::string, std::string>> folders;
  for (Fetched& fetched : all) {
    const fs::path path = fs::path(folder) / fetched.file.name;
    folders[path.parent_path().string()][path.filename().string()] = std::move(fetched.bytes);
  }
  for (const auto& [path, files] : folders) replace_folder_atomically(path, files);
}

}  // namespace

std::string user_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && data[0] == '/') return with_slash(data) + "heed";  // relative ones do not count
  const char* home = std::getenv("HOME");
  return home == nullptr || home[0] == '\0' ? "" : with_slash(home) + ".local/share/heed";
}

std::string default_data_folder(const std::string& name) {
  const std::string own = user_folder();
  check(!own.empty(), "[fetch] neither HOME nor XDG_DATA_HOME is set: say where with --to.");
  return own + "/data/" + name;
}

std::vector<std::string> fetch_dataset(const PublicDataset& dataset, const std::string& folder,
                                       const std::string& from, const FetchProgress& progress) {
  std::string base = with_slash(from.empty() ? dataset.address : from);
  if (base.starts_with("file://")) base = folder_of_address(base);
  int64_t total = 0, before = 0;
  for (const PublicFile& file : dataset.files) total += file.bytes;
  std::vector<Fetched> fetched;
  std::vector<std::string> remarks;
  for (const PublicFile& file : dataset.files) {
    const auto received = [&](int64_t bytes) {
      if (progress) progress(before + std::min(bytes, file.bytes), total);
    };
    const auto get = [&] {
      return is_web_address(base) ? from_web(base, from.empty(), file, received) : from_folder(base, file);
    };
    if (!is_there(folder, file)) {
      try {
        fetched.push_back(get());
        check_hash(fetched.back(), remarks);
      } catch (const Error& error) {
        if (!file.optional) throw;
        remarks.push_back(file.name + " is left out: " + error.what());
      }
    }
    before += file.bytes;
    if (progress) progress(before, total);
  }
  put_in_place(folder, fetched);
  return remarks;
}

}  // namespace heed
