#include "native/cli/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <thread>

#include "native/cli/output.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): macOS declares it nowhere

namespace heed::cli {

namespace {

#ifdef __APPLE__
constexpr const char* kOpener = "open";
bool has_desktop() {
  return true;
}
#else
constexpr const char* kOpener = "xdg-open";
bool has_desktop() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* value = std::getenv(name); value != nullptr && value[0] != '\0') return true;
  return false;
}
#endif

// The program's end is not the browser's: in a session of its own, Ctrl-C does not reach it. What browsers
// say on the terminal is nobody's concern.
bool start(const std::string& address, pid_t& process) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  for (const int output : {1, 2}) posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0);
  std::string name = kOpener, where = address;
  char* words[] = {name.data(), where.data(), nullptr};
  const bool started = posix_spawnp(&process, kOpener, &files, &attributes, words, environ) == 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return started;
}

void say_open_yourself() {
  say("no browser could be opened here: open the address yourself.");
}

}  // namespace

void open_in_browser(const std::string& address) {
  pid_t process = 0;
  if (!has_desktop() || !start(address, process)) return say_open_yourself();
  std::thread([process] {
    int status = 0;
    if (waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) != 0)
      say_open_yourself();
  }).detach();
}

}  // namespace heed::cli
