// A file's bytes without reading it first: the system brings in what is looked at, and may take it away
// again.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace heed {

class MappedFile {
 public:
  // Error "[path] cannot be read: <reason>". Where files cannot be mapped (WebAssembly) it is read whole.
  static std::shared_ptr<const MappedFile> open(const std::string& path);
  // Bytes that are there already, under the same interface.
  static std::shared_ptr<const MappedFile> of(std::string bytes);

  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view bytes() const { return bytes_; }
  // `part` of bytes() will not be looked at again soon: its memory is the system's.
  void forget(std::string_view part) const;

 private:
  MappedFile() = default;
  std::string_view bytes_;
  std::string owned_;  // when it is not mapped
  [[maybe_unused]] bool mapped_ = false;
};

}  // namespace heed
