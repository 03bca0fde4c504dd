#include "engine/base/file.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "engine/base/mapped_file.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using heed::test::TempFolder;
using Names = std::vector<std::string>;

TEST_CASE("a file is read as it is", "[file]") {
  TempFolder folder;
  std::string bytes("a\0b\r\n\xff", 6);
  CHECK(read_file(folder.write("plain", bytes)) == bytes);
  CHECK(read_file(folder.write("empty", "")).empty());
  std::string big(300000, 'x');
  CHECK(read_file(folder.write("big", big)) == big);
}

TEST_CASE("what cannot be read is named, with the reason", "[file]") {
  TempFolder folder;
  std::string missing = folder.path("missing");
  std::string message = message_of([&] { read_file(missing); });
  CHECK(message.rfind("[" + missing + "] cannot be read: ", 0) == 0);
  CHECK(message.size() > missing.size() + 25);
  CHECK(contains(message_of([&] { read_file(folder.path()); }), "irectory"));
  CHECK(read_file(folder.write("ten", "0123456789"), 10).size() == 10);
  CHECK(contains(message_of([&] { read_file(folder.path() + "/ten", 9); }),
                 "/ten] has 10 bytes: expected at most 9."));
}

TEST_CASE("a file is replaced whole and nothing stays beside it", "[file]") {
  TempFolder folder;
  for (const char* bytes : {"first", "second, longer", ""}) {
    write_file_atomically(folder.path("f"), bytes);
    CHECK(folder.read("f") == bytes);
  }
  write_file_atomically(folder.path("f"), ByteParts{"in", "", " several places"});
  CHECK(folder.read("f") == "in several places");
  CHECK(folder.names() == Names{"f"});
}

TEST_CASE("a file that cannot be written leaves everything as it was", "[file]") {
  TempFolder folder;
  folder.write("folder/inside", "kept");
  std::string message = message_of([&] { write_file_atomically(folder.path("folder"), "x"); });
  CHECK(contains(message, "/folder] cannot be written: "));
  CHECK(
      contains(message_of([&] { write_file_atomically(folder.path("none/f"), "x"); }), "/none/f] cannot be"));
  CHECK(folder.names() == Names{"folder"});
  CHECK(folder.names("folder") == Names{"inside"});
}

TEST_CASE("a link stays a link", "[file]") {
  TempFolder folder;
  folder.write("real", "old");
  std::filesystem::create_symlink(folder.path("real"), folder.path("link"));
  write_file_atomically(folder.path("link"), "new");
  CHECK(folder.read("real") == "new");
  CHECK(std::filesystem::is_symlink(folder.path("link")));
}

TEST_CASE("a folder is made with its parents, then exchanged", "[file]") {
  TempFolder folder;
  replace_folder_atomically(folder.path("a/b/model/"), {{"x", "1"}, {"y", "2"}});
  CHECK(folder.names("a/b/model") == Names{"x", "y"});
  replace_folder_atomically(folder.path("a/b/model"), {{"x", "3"}, {"y", "4"}, {"z", "5"}});
  CHECK(folder.read("a/b/model/x") == "3");
  CHECK(folder.read("a/b/model/z") == "5");
  CHECK(folder.names("a/b") == Names{"model"});
}

TEST_CASE("a folder keeps what is not ours", "[file]") {
  TempFolder folder;
  folder.write("home/thesis.txt", "years of work");
  folder.write("home/x", "old");
  replace_folder_atomically(folder.path("home"), {{"x", "new"}, {"y", "2"}});
  CHECK(folder.read("home/thesis.txt") == "years of work");
  CHECK(folder.read("home/x") == "new");
  CHECK(folder.names("home") == Names{"thesis.txt", "x", "y"});
}

TEST_CASE("a folder that cannot be written keeps the old files", "[file]") {
  TempFolder folder;
  folder.write("m/x", "old");
  folder.write("m/y/inside", "kept");
  std::string message = message_of([&] {
    replace_folder_atomically(folder.path("m"), {{"x", "1"}, {"y", "2"}});
  });
  CHECK(contains(message, "/m/y] cannot be written: "));
  // A name that no file system takes fails while the files are written.
  message = message_of([&] {
    replace_folder_atomically(folder.path("m"), {{"a", "1"}, {std::string(300, 'n'), ""}});
  });
  CHECK(contains(message, "cannot be written: "));
  CHECK(folder.read("m/x") == "old");
  CHECK(folder.names("m") == Names{"x", "y"});
  folder.write("file", "kept");
  CHECK(contains(message_of([&] {
                   replace_folder_atomically(folder.path("file"), {{"x", "1"}});
                 }),
                 "/file] cannot"));
  CHECK(folder.names() == Names{"file", "m"});
}

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
TEST_CASE("pipes and devices are no files, and nobody waits for them", "[file]") {
  TempFolder folder;
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  for (const std::string& path : {folder.path("pipe"), std::string("/dev/zero"), std::string("/dev/null")}) {
    CHECK(message_of([&] { read_file(path); }) == "[" + path + "] is a pipe or a device: expected a file.");
    CHECK(contains(message_of([&] { MappedFile::open(path); }), "is a pipe or a device"));
  }
}

TEST_CASE("what a killed writer left is taken away by the next, and nothing else", "[file]") {
  TempFolder folder;
  const pid_t dead = ::fork();
  if (dead == 0) ::_exit(0);
  REQUIRE(::waitpid(dead, nullptr, 0) == dead);
  const std::string ours = std::to_string(::getpid()) + "-999", theirs = std::to_string(dead) + "-0";
  const Names kept{".f.tmp-" + ours, ".f.tmp-" + theirs + "-old", ".f.tmp-x", ".g.tmp-" + theirs, "f"};
  for (const std::string& name : kept) folder.write(name, "kept");
  folder.write(".f.tmp-" + theirs, "half");
  folder.write(".f.tmp-" + std::to_string(dead) + "-1/inside", "half");
  write_file_atomically(folder.path("f"), "whole");
  Names sorted = kept;
  std::sort(sorted.begin(), sorted.end());
  CHECK(folder.names() == sorted);
  folder.write(".d.tmp-" + theirs + "/inside", "half");
  replace_folder_atomically(folder.path("d"), {{"a", "b"}});
  CHECK_FALSE(std::filesystem::exists(folder.path(".d.tmp-" + theirs)));
  // Two days old: its writer is not the process that has its number now.
  const std::string old = folder.write(".f.tmp-" + ours, "half");
  std::filesystem::last_write_time(old,
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
  write_file_atomically(folder.path("f"), "whole");
  CHECK_FALSE(std::filesystem::exists(old));
}
#endif
