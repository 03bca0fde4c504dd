#include "engine/base/file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "engine/base/error.h"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
  return std::generic_category().message(error);
}

[[noreturn]] void fail_read(const std::string& path, int error) {
  fail("[", path, "] cannot be read: ", reason(error), ".");
}

[[noreturn]] void fail_write(const std::string& path, int error) {
  fail("[", path, "] cannot be written: ", reason(error), ".");
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  int close() {
    int number = number_;
    number_ = -1;
    return ::close(number);
  }

 private:
  int number_;
};

// "123" of a temporary name's "123-4"; 0 for another ending.
int64_t writer_of(std::string_view ending) {
  int64_t pid = 0;
  size_t at = 0;
  for (; at < ending.size() && at < 9 && ending[at] >= '0' && ending[at] <= '9'; ++at)
    pid = pid * 10 + (ending[at] - '0');
  const std::string_view rest = ending.substr(at);
  const bool is_ours =
      rest.size() > 1 && rest[0] == '-' && rest.find_first_not_of("0123456789", 1) == rest.npos;
  return is_ours ? pid : 0;
}

// A day: no writer takes so long between two bytes, and another process may have its number by then.
bool is_old(const fs::path& path) {
  std::error_code error;
  const auto written = fs::last_write_time(path, error);
  return !error && fs::file_time_type::clock::now() - written > std::chrono::hours(24);
}

// Removes what a writer of this name left behind when it was killed.
void remove_orphans(const fs::path& folder, const fs::path& name) {
#if defined(__unix__) && !defined(__EMSCRIPTEN__)
  const std::string begin = "." + name.string() + ".tmp-";
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string found = entry->path().filename().string();
    if (found.rfind(begin, 0) != 0) continue;
    const int64_t pid = writer_of(std::string_view(found).substr(begin.size()));
    std::error_code ignored;
    const bool is_gone = pid > 0 && ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
    if (is_gone || (pid > 0 && is_old(entry->path()))) fs::remove_all(entry->path(), ignored);
  }
#else
  static_cast<void>(folder), static_cast<void>(name), static_cast<void>(writer_of), static_cast<void>(is_old);
#endif
}

// Removes a temporary file or folder unless it has been renamed away.
class Removal {
 public:
  explicit Removal(fs::path path) : path_(std::move(path)) {}
  Removal(const Removal&) = delete;
  Removal& operator=(const Removal&) = delete;
  ~Removal() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

 private:
  fs::path path_;
};

fs::path temporary_name(const fs::path& folder, const fs::path& name) {
  static std::atomic<unsigned> counter{0};
  std::string unique = std::to_string(::getpid()) + "-" + std::to_string(counter++);
  return folder / ("." + name.string() + ".tmp-" + unique);
}

// A link is written through, so that it goes on pointing where it pointed.
fs::path target_of(const std::string& path) {
  std::error_code error;
  fs::path target =
      fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::absolute(path, error);
  if (error) fail_write(path, error.value());
  target = target.lexically_normal();
  return target.has_filename() ? target : target.parent_path();
}

// Some file systems (and Emscripten's) cannot sync; only the errors that mean lost bytes count.
int sync(int descriptor) {
  if (::fsync(descriptor) == 0) return 0;
  return errno == EIO || errno == ENOSPC || errno == EDQUOT ? errno : 0;
}

void sync_folder(const fs::path& folder) {
  Descriptor handle(::open(folder.c_str(), O_RDONLY));
  if (handle.number() >= 0) sync(handle.number());
}

// Returns 0 or the error number.
int write_bytes(int descriptor, const ByteParts& parts, Durable durable) {
  Descriptor file(descriptor);
  if (file.number() < 0) return errno;
  for (std::string_view bytes : parts)
    while (!bytes.empty()) {
      ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return errno;
      bytes.remove_prefix(static_cast<size_t>(written));
    }
  if (int error = durable == Durable::kYes ? sync(file.number()) : 0) return error;
  return file.close() == 0 ? 0 : errno;
}

int write_new(const fs::path& path, const ByteParts& parts, Durable durable) {
  return write_bytes(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666), parts, durable);
}

int move(const fs::path& from, const fs::path& to) {
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

// True when all that is in the folder is about to be replaced.
bool only_holds(const fs::path& folder, const std::map<std::string, std::string>& files) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (files.count(entry.path().filename().string()) == 0 || !entry.is_regular_file()) return false;
  return true;
}

// Puts `staged` in the place of `target`. Where the system cannot exchange two names in one step, the old
// folder steps aside and comes back on failure. Returns 0 or the error number.
int exchange(const fs::path& staged, const fs::path& target) {
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, staged.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) return 0;
#endif
  fs::path aside = staged.string() + "-old";
  if (int error = move(target, aside)) return error;
  if (int error = move(staged, target)) {
    move(aside, target);
    return error;
  }
  std::error_code ignored;
  fs::remove_all(aside, ignored);
  return 0;
}

void write_all(const std::string& folder, const fs::path& staged,
               const std::map<std::string, std::string>& files) {
  std::error_code error;
  if (!fs::create_directory(staged, error)) fail_write(folder, error.value());
  for (const auto& [name, bytes] : files)
    if (int number = write_new(staged / name, {bytes}, Durable::kYes))
      fail_write((fs::path(folder) / name).string(), number);
  sync_folder(staged);
}

void put_in_place(const std::string& folder, const fs::path& staged, const fs::path& target,
                  const std::map<std::string, std::string>& files) {
  for (const auto& file : files) {
    int error = fs::is_directory(target / file.first) ? EISDIR : 0;
    if (error != 0) fail_write((fs::path(folder) / file.first).string(), error);
  }
  for (const auto& file : files)
    if (int error = move(staged / file.first, target / file.first))
      fail_write((fs::path(folder) / file.first).string(), error);
}

}  // namespace

std::string read_file(const std::string& path, size_t most) {
  // A pipe without a writer would be waited for.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK));
  if (file.number() < 0) fail_read(path, errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail_read(path, errno);
  if (S_ISDIR(status.st_mode)) fail_read(path, EISDIR);
  check(S_ISREG(status.st_mode), "[", path, "] is a pipe or a device: expected a file.");
  const auto check_size = [&](uint64_t bytes) {
    check(bytes <= most, "[", path, "] has ", bytes, " bytes: expected at most ", most, ".");
  };
  check_size(static_cast<uint64_t>(status.st_size));
  // A file that grows is read as it was. Some of the system's own report no size: they are read to a bound.
  constexpr size_t kMostUnsized = 1 << 20;
  const auto reported = static_cast<size_t>(status.st_size);
  std::string bytes(reported > 0 ? reported : std::min(most, kMostUnsized), '\0');
  size_t size = 0;
  while (size < bytes.size()) {
    ssize_t got = ::read(file.number(), bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_read(path, errno);
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

void write_file_atomically(const std::string& path, std::string_view bytes, Durable durable) {
  write_file_atomically(path, ByteParts{bytes}, durable);
}

void write_file_atomically(const std::string& path, const ByteParts& parts, Durable durable) {
  fs::path target = target_of(path);
  if (fs::is_directory(target)) fail_write(path, EISDIR);
  if (fs::exists(target) && !fs::is_regular_file(target)) {  // a pipe or a device is no file to be replaced
    if (int error = write_bytes(::open(target.c_str(), O_WRONLY), parts, Durable::kNo))
      fail_write(path, error);
    return;
  }
  remove_orphans(target.parent_path(), target.filename());
  fs::path temporary = temporary_name(target.parent_path(), target.filename());
  Removal removal(temporary);
  if (int error = write_new(temporary, parts, durable)) fail_write(path, error);
  if (int error = move(temporary, target)) fail_write(path, error);
  if (durable == Durable::kYes) sync_folder(target.parent_path());
}

void replace_folder_atomically(const std::string& folder,
                               const std::map<std::string, std::string>& files) try {
  fs::path target = target_of(folder);
  fs::create_directories(target.parent_path());
  bool exists = fs::exists(target);
  if (exists && !fs::is_directory(target)) fail_write(folder, ENOTDIR);
  std::error_code ignored;
  // Whoever stands in a folder that is exchanged would stand in the old one.
  bool keep = exists && (!only_holds(target, files) || fs::equivalent(target, fs::current_path(), ignored));
  const fs::path beside = keep ? target : target.parent_path();
  remove_orphans(beside, target.filename());
  fs::path staged = temporary_name(beside, target.filename());
  Removal removal(staged);
  write_all(folder, staged, files);
  if (keep) {
    put_in_place(folder, staged, target, files);
  } else if (int error = exists ? exchange(staged, target) : move(staged, target)) {
    fail_write(folder, error);
  }
  sync_folder(target.parent_path());
} catch (const fs::filesystem_error& error) {
  fail_write(folder, error.code().value());
}

}  // namespace heed
