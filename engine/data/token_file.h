// Token ids by the million, in a file: written from front to back, then looked at anywhere. Only what is
// looked at is in memory.
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/mapped_file.h"

namespace heed {

// Little-endian, two bytes an id where the vocabulary allows it, else four.
class TokenFile {
 public:
  // Ids are smaller than `vocabulary`. Error where the bytes are no whole number of ids.
  TokenFile(const std::shared_ptr<const MappedFile>& file, int64_t vocabulary, const std::string& name)
      : TokenFile(file, file->bytes(), vocabulary, name) {}
  // Only `part` of the file's bytes.
  TokenFile(std::shared_ptr<const MappedFile> file, std::string_view part, int64_t vocabulary,
            const std::string& name);

  static int64_t bytes_of_id(int64_t vocabulary);
  std::string_view bytes() const { return bytes_; }
  int64_t size() const { return size_; }
  // [count]; both within the file.
  std::vector<int32_t> read(int64_t first, int64_t count) const;

 private:
  std::shared_ptr<const MappedFile> file_;
  std::string_view bytes_;
  bool narrow_;
  int64_t size_;
};

class TokenFileWriter {
 public:
  // Into a file beside `path`, which gets its name in finish(); "": into memory.
  TokenFileWriter(std::string path, int64_t vocabulary);
  ~TokenFileWriter();
  TokenFileWriter(const TokenFileWriter&) = delete;
  TokenFileWriter& operator=(const TokenFileWriter&) = delete;

  // Error when the disk is full.
  void add(std::span<const int32_t> ids);
  int64_t size() const { return size_; }
  TokenFile finish();

 private:
  void flush();

  std::string path_;
  int64_t vocabulary_, size_ = 0;
  std::string buffer_;
  std::ofstream file_;
};

}  // namespace heed
