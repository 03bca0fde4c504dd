#include "engine/base/mapped_file.h"

#include "engine/base/error.h"
#include "engine/base/file.h"

#ifndef __EMSCRIPTEN__
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#endif

namespace heed {

std::shared_ptr<const MappedFile> MappedFile::of(std::string bytes) {
  std::shared_ptr<MappedFile> file(new MappedFile);
  file->owned_ = std::move(bytes);
  file->bytes_ = file->owned_;
  return file;
}

#ifdef __EMSCRIPTEN__

std::shared_ptr<const MappedFile> MappedFile::open(const std::string& path) {
  return of(read_file(path));
}
MappedFile::~MappedFile() = default;
void MappedFile::forget(std::string_view) const {}

#else

namespace {

struct OpenFile {
  int number = -1;
  ~OpenFile() {
    if (number >= 0) ::close(number);
  }
};

[[noreturn]] void fail_read(const std::string& path) {
  fail("[", path, "] cannot be read: ", std::generic_category().message(errno), ".");
}

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::string& path) {
  const OpenFile file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  struct stat status = {};
  if (file.number < 0 || ::fstat(file.number, &status) != 0) fail_read(path);
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return of(read_file(path));
  const auto size = static_cast<size_t>(status.st_size);
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (memory == MAP_FAILED) fail_read(path);
  std::shared_ptr<MappedFile> mapped(new MappedFile);
  mapped->bytes_ = {static_cast<const char*>(memory), size};
  mapped->mapped_ = true;
  return mapped;
}

MappedFile::~MappedFile() {
  if (mapped_) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

void MappedFile::forget(std::string_view part) const {
  if (!mapped_ || part.empty()) return;
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<size_t>(part.data() - bytes_.data()) / page * page;
  const auto end = static_cast<size_t>(part.data() + part.size() - bytes_.data());
  ::madvise(const_cast<char*>(bytes_.data()) + begin, end - begin, MADV_DONTNEED);
}

#endif

}  // namespace heed
