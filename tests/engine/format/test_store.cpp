// Stores of files: what is written is read back, in a folder and in memory; what a killed program left behind
// is no file.
#include "engine/format/store.h"

#include <filesystem>

#include "engine/base/error.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

namespace {

void check_store(Store& store) {
  CHECK(store.list().empty());
  CHECK_FALSE(store.has("a"));
  const std::string bytes("one\0two", 7);
  store.write("a", bytes);
  store.write("deep/er/b", "first", Durable::kNo);
  store.write("deep/er/b", "second");
  store.write_folder("model", {{"config.json", "{}"}, {"weights", "1"}});
  CHECK(store.list() == std::vector<std::string>{"a", "deep/er/b", "model/config.json", "model/weights"});
  CHECK(store.read("a") == bytes);
  CHECK(store.read("deep/er/b") == "second");
  store.write("deep/er/b", ByteParts{"in ", "pieces"}, Durable::kNo);
  CHECK(store.read("deep/er/b") == "in pieces");
  store.write("deep/er/b", "second");
  CHECK(store.has("model/weights"));
  CHECK_FALSE(store.has("model"));
  store.remove("a");
  store.remove("a");
  CHECK_FALSE(store.has("a"));
  CHECK(test::contains(test::message_of([&] { store.read("a"); }), "a] cannot be read"));
  for (const char* name : {"", "/etc/passwd", "../up", "a/../b", "folder/"})
    CHECK_THROWS_AS(store.write(name, "x"), Error);
}

}  // namespace

TEST_CASE("A store in memory keeps files", "[store]") {
  MemoryStore store;
  check_store(store);
}

TEST_CASE("A store in a folder keeps files, and makes the folder when it is needed", "[store]") {
  const test::TempFolder folder;
  FolderStore store(folder.path("not there yet"));
  check_store(store);
  CHECK(folder.read("not there yet/deep/er/b") == "second");
  CHECK(test::contains(store.place("x"), "not there yet/x"));
}

TEST_CASE("What a killed program left half-written is no file, and no hindrance", "[store]") {
  const test::TempFolder folder;
  FolderStore store(folder.path("s"));
  store.write("checkpoint", "whole");
  folder.write("s/.checkpoint.tmp-1-0", "ha");
  folder.write("s/.model.tmp-1-1/config.json", "{");
  CHECK(store.list() == std::vector<std::string>{"checkpoint"});
  CHECK(store.read("checkpoint") == "whole");
  store.write("checkpoint", "newer");
  CHECK(store.read("checkpoint") == "newer");
}

TEST_CASE("A file that cannot be written leaves the old one as it was", "[store]") {
  const test::TempFolder folder;
  FolderStore store(folder.path("s"));
  store.write("model/config.json", "{}");
  CHECK(test::contains(test::message_of([&] { store.write("model", "a file"); }), "cannot be written"));
  CHECK(test::contains(test::message_of([&] { store.write("model/config.json/deeper", "x"); }),
                       "cannot be made"));
  CHECK(store.list() == std::vector<std::string>{"model/config.json"});
  CHECK(store.read("model/config.json") == "{}");
}
