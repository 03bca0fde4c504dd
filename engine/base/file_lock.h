// Keeps other processes out of what one writes.
#pragma once

#include <string>

namespace heed {

// Held as long as the object lives, and no longer than its process: one that is killed leaves none behind.
// Where the file system knows no locks, nothing is held.
class FileLock {
 public:
  // Makes the file; its folder must be there. Error "[<what>] cannot be written: <reason>", and where another
  // process holds it one that names that process and says `advice`.
  FileLock(const std::string& file, const std::string& what, const std::string& advice);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::string file_;
  int descriptor_ = -1;
};

}  // namespace heed
