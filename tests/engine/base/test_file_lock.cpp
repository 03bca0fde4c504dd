#include "engine/base/file_lock.h"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "engine/base/file.h"
#include "engine/base/names.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

TEST_CASE("A lock keeps others out while it lives, and leaves nothing behind", "[file]") {
  const test::TempFolder folder;
  const std::string file = folder.path(".m.lock");
  std::optional<FileLock> lock;
  lock.emplace(file, "m", "wait.");
  const std::string said = message_of([&] { FileLock(file, "m", "wait."); });
  CHECK(said == "[m] process " + std::to_string(::getpid()) + " is writing there: wait.");
  lock.reset();
  CHECK(folder.names().empty());
  CHECK_NOTHROW(FileLock(file, "m", "wait."));
  CHECK(contains(message_of([&] { FileLock(folder.path("gone/.m.lock"), "m", ""); }),
                 "[m] cannot be written: "));
}

TEST_CASE("A process that is gone holds no lock", "[file]") {
  const test::TempFolder folder;
  const std::string file = folder.path(".m.lock");
  if (const pid_t child = ::fork(); child == 0) {
    const FileLock lock(file, "m", "");
    ::_exit(0);  // as if it had been killed
  } else {
    int status = 0;
    ::waitpid(child, &status, 0);
  }
  CHECK(std::filesystem::exists(file));
  CHECK_NOTHROW(FileLock(file, "m", ""));
}

TEST_CASE("What is no file is written to, not replaced", "[file]") {
  CHECK_NOTHROW(write_file_atomically("/dev/null", "gone"));
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("The nearest name is one that may have been meant", "[file]") {
  const std::vector<std::string> names = {"predict", "train", "translate", "pack"};
  CHECK(nearest("trian", names) == "train");
  CHECK(nearest("predct", names) == "predict");
  CHECK(nearest("tranlsat", names) == "translate");
  CHECK(nearest("evaluate", names).empty());
  CHECK(nearest("x", names).empty());
  CHECK(nearest("", names).empty());
}
