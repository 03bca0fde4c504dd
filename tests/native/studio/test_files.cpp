// Models and data on a disk that is not always kind.
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

const std::string kModel = test::source_path("assets/models/enron-request");

std::string rows(int count) {
  std::string csv = "text,label\n";
  for (int i = 0; i < count; ++i)
    csv += "please send number " + std::to_string(i) + (i % 3 ? ",request\n" : ",no_request\n");
  return csv;
}

void open_model(test::Driver& driver, const std::string& folder) {
  Workspace& work = driver.workspace();
  work.notice.problem.clear();
  driver.drop(folder);
  REQUIRE(driver.until([&] { return !work.files.busy() && !work.explorer.stale(); }));
}

// A Hub folder: the tiny DistilBERT of the fixtures with a vocabulary of 48 pieces.
std::string hub_folder(test::Driver& driver) {
  namespace fs = std::filesystem;
  const std::string folder = driver.folder().path("distilbert");
  fs::create_directory(folder);
  for (const std::string file : {"config.json", "model.safetensors"})
    fs::copy(test::fixture_path("distilbert_tiny_" + file), folder + "/" + file);
  std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nriver\n##s\nflows\n";
  for (int piece = 9; piece < 48; ++piece) vocabulary += "w" + std::to_string(piece) + "\n";
  driver.folder().write("distilbert/vocab.txt", vocabulary);
  return folder;
}

void load(test::Driver& driver, const std::string& file) {
  driver.click("Data");
  driver.drop(file);
  REQUIRE(driver.until([&] { return !driver.workspace().data.loading; }));
}

// Files end at so many bytes for as long as this lives: a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("A folder of the Hub is explored with its layers and heads, and saved as it is", "[files]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  open_model(driver, hub_folder(driver));
  CHECK(work.notice.problem.empty());
  driver.click("Explore");
  driver.type("Sentence", "The rivers flows");
  REQUIRE(driver.until([&] { return !work.explorer.stale() && work.explorer.analysis(); }));
  CHECK(work.explorer.analysis()->tokens.size() == 6);
  CHECK(work.explorer.layers() == 2);
  CHECK(work.explorer.heads() == 4);
  CHECK(driver.sees("class POSITIVE"));
  driver.picture("hub-model");
  const std::string saved = driver.folder().path("saved");
  work.models.save(saved);
  REQUIRE(driver.until([&] { return !work.files.busy(); }));
  CHECK(work.notice.problem.empty());
  CHECK(session::Model::open(saved).analyse("the river").prediction->probability ==
        work.explorer.model()->analyse("the river").prediction->probability);
}

TEST_CASE("A broken model folder is named, and the model before it stays", "[files]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  open_model(driver, kModel);
  REQUIRE(work.explorer.model());
  std::filesystem::copy(kModel, driver.folder().path("broken"));
  driver.folder().write("broken/model.safetensors", "short");
  open_model(driver, driver.folder().path("broken"));
  CHECK(work.notice.problem.find("broken/model.safetensors") != std::string::npos);
  CHECK(driver.sees("problem"));
  CHECK(work.explorer.folder() == kModel);
  CHECK(work.explorer.analysis()->prediction);
}

TEST_CASE("A full disk leaves the model that was there", "[files]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  open_model(driver, kModel);
  const std::string place = driver.folder().path("saved");
  std::filesystem::copy(kModel, place);
  driver.folder().write("saved/README.md", "the old one");
  driver.click("Models");
  driver.type("Save model to", place);
  {
    const FullDisk full(20000);
    driver.click("Save");
    REQUIRE(driver.until([&] { return !work.files.busy(); }));
  }
  CHECK(work.notice.problem.find("cannot be written") != std::string::npos);
  CHECK(driver.folder().read("saved/README.md") == "the old one");
  CHECK(driver.folder().names() == std::vector<std::string>{"saved"});
  driver.click("Save");
  REQUIRE(driver.until([&] { return !work.files.busy() && work.notice.problem.empty(); }));
  CHECK(driver.folder().read("saved/README.md") != "the old one");

  driver.type("Export model to", driver.folder().path("page"));
  driver.click("Export");
  REQUIRE(driver.until([&] { return !work.files.busy(); }));
  CHECK(std::filesystem::exists(driver.folder().path("page/model.safetensors")));
}

TEST_CASE("Rows are mended and saved elsewhere; a file that is there is asked about", "[files]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::string file = driver.folder().write("rows.csv", rows(40));
  load(driver, file);
  REQUIRE(work.data.data().rows.size() == 40);
  driver.click("label of row 3");
  driver.click("label no_request");
  driver.type("New sentence", "could you sign it");
  driver.click("Add");
  CHECK(work.data.changed.size() == 2);
  driver.picture("data");
  driver.click("Save the rows");
  REQUIRE(driver.until([&] { return driver.sees("saved"); }));
  CHECK(driver.folder().read("rows.csv") == rows(40));
  const std::string edited = driver.folder().read("rows-edited.csv");
  CHECK(edited.find("please send number 1,no_request\n") != std::string::npos);
  CHECK(edited.find("could you sign it,no_request\n") != std::string::npos);

  driver.type("New sentence", "=SUM(A1)");
  driver.click("Add");
  const std::pair<const char*, const char*> ways[] = {{"plain.csv", "\n=SUM(A1),"},
                                                      {"excel.csv", "\n'=SUM(A1),"}};
  for (const auto& [name, row] : ways) {
    driver.type("Save rows to", driver.folder().path(name));
    driver.click("Save the rows");
    REQUIRE(driver.until(
        [&] { return std::filesystem::exists(driver.folder().path(name)) && !work.files.busy(); }));
    CHECK(driver.folder().read(name).find(row) != std::string::npos);
    driver.click("Rows for spreadsheets");
  }

  driver.type("Save rows to", file);
  driver.click("Save the rows");
  REQUIRE(driver.sees("Leave it"));
  driver.click("Leave it");
  CHECK(driver.folder().read("rows.csv") == rows(40));
}

TEST_CASE("Changes that are not saved are not lost to another file, nor to the window's button", "[files]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::string file = driver.folder().write("rows.csv", rows(40));
  const std::string other = driver.folder().write("other.csv", rows(12));
  load(driver, file);
  driver.click("label of row 3");
  driver.click("label request");  // which it has
  CHECK(work.data.changed.empty());
  driver.click("label of row 3");
  driver.click("label no_request");
  CHECK(work.data.changed.size() == 1);
  CHECK(work.data.is_relabelled(1));
  driver.drop(other);
  driver.frames(3);
  REQUIRE(driver.sees("Keep them"));
  driver.picture("unsaved");
  driver.click("Keep them");
  CHECK(work.data.data().rows.size() == 40);
  CHECK(work.data_file.path == file);
  driver.close();
  CHECK(driver.open());
  REQUIRE(driver.sees("Keep it open"));
  driver.click("Keep it open");
  driver.drop(other);
  driver.frames(3);
  driver.click("Discard the changes");
  REQUIRE(driver.until([&] { return work.data.data().rows.size() == 12; }));
  CHECK(work.data.changed.empty());
  driver.click("label of row 3");
  driver.click("label no_request");
  driver.click("label of row 3");
  driver.click("label request");  // as the file has it
  CHECK(work.data.changed.empty());
  driver.close();
  CHECK(!driver.open());
}

TEST_CASE("Rows that a model finds odd come first", "[files]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  open_model(driver, kModel);
  const std::string file = driver.folder().write(
      "mails.csv",
      "text,label\nplease send me the report,request\nthe meeting went well,no_request\n"
      "please call me today,no_request\nwe signed it yesterday,no_request\n");
  load(driver, file);
  driver.click("judge");
  REQUIRE(driver.until([&] { return !work.data.scoring && !work.data.scores().empty(); }));
  REQUIRE(work.data.shown().size() == 4);
  CHECK(work.data.shown()[0] == 2);
  driver.type("Filter", "SIGNED");
  CHECK(work.data.shown() == std::vector<int>{3});
}

TEST_CASE("Of 200,000 rows those in sight are drawn", "[files]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  load(driver, driver.folder().write("many.csv", rows(200000)));
  REQUIRE(work.data.data().rows.size() == 200000);
  auto drawn = [&] {
    size_t count = 0;
    for (const auto& [label, seen] : driver.ui().seen) count += label.rfind("label of row ", 0) == 0 ? 1 : 0;
    return count;
  };
  CHECK(drawn() > 5);
  CHECK(drawn() < 60);
  CHECK(driver.sees("label of row 2"));
  driver.wheel("Rows", -2000);
  CHECK(!driver.sees("label of row 2"));
  CHECK(drawn() > 5);
  driver.type("Filter", "number 199999");
  CHECK(work.data.shown() == std::vector<int>{199999});
}
