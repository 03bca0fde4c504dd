#include "engine/base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "engine/base/error.h"

namespace heed {
namespace {

std::string holder(int descriptor) {
  char text[32] = {};
  const ssize_t length = ::pread(descriptor, text, sizeof text - 1, 0);
  return length > 0 ? "process " + std::string(text, static_cast<size_t>(length)) : "another process";
}

// The holder before may have removed the name between open and lock.
bool is_still_there(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

}  // namespace

FileLock::FileLock(const std::string& file, const std::string& what, const std::string& advice)
    : file_(file) {
  while (true) {
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
      fail("[", what, "] cannot be written: ", std::generic_category().message(errno), ".");
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const std::string other = holder(descriptor_);
      ::close(descriptor_);
      fail("[", what, "] ", other, " is writing there: ", advice);
    }
    if (is_still_there(descriptor_)) break;
    ::close(descriptor_);
  }
  const std::string own = std::to_string(::getpid());
  if (::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, own.data(), own.size(), 0) < 0)
    errno = 0;  // it holds all the same
}

FileLock::~FileLock() {
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

}  // namespace heed
