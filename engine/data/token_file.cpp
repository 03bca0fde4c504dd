#include "engine/data/token_file.h"

#include <cstring>
#include <filesystem>

#include "engine/base/error.h"

namespace heed {
namespace fs = std::filesystem;
namespace {

constexpr int64_t kNarrow = 65536;  // ids of two bytes are smaller
constexpr size_t kBuffer = 1 << 20;

template <class T>
void append(std::string& bytes, std::span<const int32_t> ids) {
  const size_t before = bytes.size();
  bytes.resize(before + ids.size() * sizeof(T));
  for (size_t i = 0; i < ids.size(); ++i) {
    const T id = static_cast<T>(ids[i]);
    std::memcpy(bytes.data() + before + i * sizeof(T), &id, sizeof(T));
  }
}

template <class T>
std::vector<int32_t> ids_at(const char* bytes, int64_t count) {
  std::vector<int32_t> ids;
  ids.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    T id;
    std::memcpy(&id, bytes + static_cast<size_t>(i) * sizeof(T), sizeof(T));
    ids.push_back(static_cast<int32_t>(id));
  }
  return ids;
}

std::string unfinished(const std::string& path) {
  return path + ".unfinished";
}

}  // namespace

TokenFile::TokenFile(std::shared_ptr<const MappedFile> file, std::string_view part, int64_t vocabulary,
                     const std::string& name)
    : file_(std::move(file)), bytes_(part), narrow_(vocabulary <= kNarrow) {
  const auto width = static_cast<size_t>(bytes_of_id(vocabulary));
  check(bytes_.size() % width == 0, "[", name, "] has ", bytes_.size(), " bytes: expected ", width,
        " for each token; delete it, and it is made again.");
  size_ = static_cast<int64_t>(bytes_.size() / width);
}

int64_t TokenFile::bytes_of_id(int64_t vocabulary) {
  return vocabulary <= kNarrow ? 2 : 4;
}

std::vector<int32_t> TokenFile::read(int64_t first, int64_t count) const {
  check(first >= 0 && count >= 0 && first <= size_ && count <= size_ - first, "[tokens] ", first, " + ",
        count, " of ", size_, ".");
  const char* bytes = bytes_.data();
  return narrow_ ? ids_at<uint16_t>(bytes + 2 * first, count) : ids_at<uint32_t>(bytes + 4 * first, count);
}

TokenFileWriter::TokenFileWriter(std::string path, int64_t vocabulary)
    : path_(std::move(path)), vocabulary_(vocabulary) {
  if (path_.empty()) return;
  std::error_code ignored;
  if (fs::is_symlink(path_, ignored))
    path_ = fs::weakly_canonical(path_).string();  // it goes on pointing there
  if (const fs::path folder = fs::path(path_).parent_path(); !folder.empty()) fs::create_directories(folder);
  file_.open(unfinished(path_), std::ios::binary | std::ios::trunc);
  check(file_.good(), "[", path_, "] cannot be written.");
}

TokenFileWriter::~TokenFileWriter() {
  if (!file_.is_open()) return;
  file_.close();
  std::error_code ignored;
  fs::remove(unfinished(path_), ignored);
}

void TokenFileWriter::add(std::span<const int32_t> ids) {
  if (vocabulary_ <= kNarrow)
    append<uint16_t>(buffer_, ids);
  else
    append<uint32_t>(buffer_, ids);
  size_ += static_cast<int64_t>(ids.size());
  if (!path_.empty() && buffer_.size() >= kBuffer) flush();
}

void TokenFileWriter::flush() {
  file_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  check(file_.good(), "[", path_, "] cannot be written: is the disk full? It takes ",
        TokenFile::bytes_of_id(vocabulary_), " bytes for each token of the texts.");
  buffer_.clear();
}

TokenFile TokenFileWriter::finish() {
  if (path_.empty()) return TokenFile(MappedFile::of(std::move(buffer_)), vocabulary_, "tokens");
  flush();
  file_.close();
  check(!file_.fail(), "[", path_, "] cannot be written.");
  fs::rename(unfinished(path_), path_);
  return TokenFile(MappedFile::open(path_), vocabulary_, path_);
}

}  // namespace heed
