// One's own data and what comes of it, by mouse alone: chosen, its classes called anew, fetched, learned,
// and followed from a figure to its rows.
#include <algorithm>
#include <filesystem>

#include "engine/session/rows/run_rows.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/native/studio/driver.h"
#include "tests/native/studio/moods.h"

using namespace heed;
using namespace heed::studio;
using heed::test::moods;
using heed::test::open_file;
using heed::test::scroll_to;

namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines{""};
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

std::shared_ptr<Run> train(test::Driver& driver, const std::string& recipe, int epochs) {
  Workspace& work = driver.workspace();
  driver.choose("Recipe", recipe);
  work.form.set("training.epochs", epochs);
  work.form.set("model.embedding", 16);
  driver.click("Start");
  const std::shared_ptr<Run> run = work.runs.runs().back();
  REQUIRE(driver.until([&] { return run->ended(); }));
  REQUIRE(run->problem == "");
  return run;
}

}  // namespace

TEST_CASE("A file is chosen by mouse, through its folders", "[desk]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  fs::create_directories(driver.folder().path("mine/inner"));
  driver.folder().write("mine/inner/moods.csv", moods(60));
  driver.folder().write("mine/inner/.secret", "x");
  driver.folder().write("mine/other.txt", "x");
  driver.type("Data file", driver.folder().path("mine") + "/nothing-there.csv");
  driver.click("choose Data file");
  driver.frames(3);
  REQUIRE(driver.sees("entry other.txt"));
  driver.picture("chooser");
  driver.click("entry inner");
  REQUIRE(driver.sees("entry moods.csv"));
  CHECK_FALSE(driver.sees("entry .secret"));
  driver.click("Show hidden files");
  CHECK(driver.sees("entry .secret"));
  driver.click("up to mine");
  CHECK(driver.sees("entry other.txt"));
  driver.type("Find in this folder", "INN");
  CHECK_FALSE(driver.sees("entry other.txt"));
  driver.click("entry inner");
  driver.click("entry moods.csv");
  driver.click("Use the file");
  REQUIRE(driver.until([&] { return !work.data.empty(); }));
  CHECK(work.data_file.path == driver.folder().path("mine/inner/moods.csv"));
  CHECK(work.data_file.is_read());

  const std::string before = work.data_file.path;
  driver.click("choose Data file");
  driver.frames(2);
  driver.press(ImGuiKey_Escape);
  CHECK_FALSE(driver.sees("Entries"));
  CHECK(work.data_file.path == before);
  driver.click("choose Data file");
  driver.frames(2);
  driver.click("entry moods.csv");
  driver.click("entry moods.csv");  // twice is as good as the button
  CHECK_FALSE(driver.sees("Entries"));
}

TEST_CASE("Classes are merged, renamed and left out before a run learns them", "[desk]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  open_file(driver, driver.folder().write("moods.csv", moods(120)));
  REQUIRE(work.data.data().labels.size() == 3);
  scroll_to(driver, "column left", "class sadness");
  driver.type("class love", "joy");
  CHECK_FALSE(work.data_file.is_read());  // nothing is trained on classes that were not read so
  driver.click("Apply these classes");
  REQUIRE(driver.until([&] { return !work.data.loading; }));
  CHECK(work.data.data().labels == std::vector<std::string>{"joy", "sadness"});
  CHECK(work.data.data().rows.size() == 120);
  driver.picture("classes-merged");
  driver.type("class sadness", "low spirits");
  driver.type("class love", "");
  driver.click("Apply these classes");
  REQUIRE(driver.until([&] { return !work.data.loading; }));
  CHECK(work.data.data().labels == std::vector<std::string>{"joy", "low spirits"});
  CHECK(work.data.data().rows.size() < 100);
  driver.wheel("column left", 100);
  const std::shared_ptr<Run> run = train(driver, "enron-tutorial", 1);
  CHECK(run->labels == std::vector<std::string>{"joy", "low spirits"});
}

TEST_CASE("A public set that is not here is got by a button", "[desk]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.choose("Recipe", "enron-request");
  REQUIRE(driver.sees("Fetch"));
  CHECK_FALSE(driver.ui().seen.at("Start").enabled);
  driver.picture("fetch");
  fs::create_directories(driver.folder().path("empty"));
  work.fetching.from = driver.folder().path("empty");
  driver.click("Fetch");
  REQUIRE(driver.until([&] { return !work.fetching.going(); }));
  CHECK(work.fetching.problem.find("intent_pos") != std::string::npos);
  CHECK(driver.sees("Fetch from"));
  const std::string there = test::shared_path("data/enron_intent");
  if (!fs::exists(there)) {
    WARN("skipped the rest: " + there + " is not there");
    return;
  }
  driver.type("Fetch from", there);
  driver.click("Fetch");
  REQUIRE(driver.until([&] { return !work.fetching.going(); }));
  REQUIRE(work.fetching.problem == "");
  CHECK_FALSE(driver.sees("Fetch"));
  CHECK(driver.ui().seen.at("Start").enabled);
  work.form.set("training.epochs", 1);
  driver.click("Start");
  const std::shared_ptr<Run> run = work.runs.runs().back();
  CHECK(driver.until([&] { return run->epochs.size() == 1; }, 120));
}

TEST_CASE("A click in a run's matrix shows those rows, and Compare leaves out what was trained on",
          "[desk]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::string file = driver.folder().write("moods.csv", moods(300));
  open_file(driver, file);
  const std::shared_ptr<Run> run = train(driver, "enron-tutorial", 4);
  const std::vector<std::vector<int64_t>> confusion = run->epochs.back().confusion;
  driver.frames(3);
  REQUIRE(driver.sees("Confusion matrix"));
  for (float y = 0.35f; y < 0.95f && work.section == Section::kTrain; y += 0.08f)
    driver.click_at("Confusion matrix", 0.55f, y);
  REQUIRE(work.section == Section::kCompare);
  REQUIRE(driver.until([&] { return work.comparison.measuring == 0; }));
  REQUIRE(work.comparison.note == "");
  const session::JudgedRows& rows = *work.comparison.sides[0].rows;
  CHECK(work.comparison.sides[0].metrics["confusion"] == nlohmann::json(confusion));
  const RowChoice& choice = work.comparison.choice();
  CHECK(work.comparison.chosen().size() ==
        static_cast<size_t>(confusion[static_cast<size_t>(choice.truth)][static_cast<size_t>(choice.said)]));
  CHECK(rows.texts.size() == 30);
  CHECK(work.comparison.sides[0].measured_on == "rows of its validation part");
  const std::vector<std::string> lines = lines_of(driver.folder().read("moods.csv"));
  for (size_t row = 0; row < rows.texts.size(); ++row)
    CHECK(lines.at(rows.place(row).number - 1).rfind(rows.texts[row] + ",", 0) == 0);
  CHECK(driver.sees("measured " + std::to_string(rows.place(work.comparison.chosen()[0]).number)));
  driver.picture("rows-of-a-cell");

  // It is measured on other rows as any model: without those that the run learned from.
  driver.type("Test data", file);
  driver.press(ImGuiKey_Enter);
  REQUIRE(driver.until([&] { return work.comparison.measuring == 0 && work.comparison.sides[0].rows; }));
  CHECK(work.comparison.sides[0].rows->texts.size() == 30);
  CHECK(work.comparison.sides[0].measured_on == "held-out rows of moods.csv");
  CHECK(work.comparison.note.find("270 of 300 rows are left out") != std::string::npos);

  // The same model on the whole file: only its test part is left.
  driver.type("Model 1", run->folder());
  driver.press(ImGuiKey_Enter);
  REQUIRE(driver.until([&] { return work.comparison.sides[0].folder == run->folder(); }));
  CHECK(work.comparison.sides[0].rows == nullptr);  // they were the other's
  driver.click("measure");
  REQUIRE(driver.until([&] { return work.comparison.measuring == 0 && work.comparison.sides[0].rows; }));
  CHECK(work.comparison.sides[0].rows->texts.size() == 30);
  CHECK(work.comparison.note.find("270 of 300 rows are left out") != std::string::npos);
  const session::TrainedTexts trained(run->folder());
  for (const std::string& text : work.comparison.sides[0].rows->texts) CHECK_FALSE(trained.has(text));
  driver.click("Only held-out rows");
  driver.click("measure");
  REQUIRE(driver.until([&] { return work.comparison.measuring == 0; }));
  CHECK(work.comparison.sides[0].rows->texts.size() == 300);
  CHECK(work.comparison.sides[0].measured_on == "rows of moods.csv");
  driver.type("Model 1", driver.folder().path("nowhere"));
  driver.press(ImGuiKey_Enter);
  REQUIRE(driver.until([&] { return !work.comparison.sides[0].problem.empty(); }));
  CHECK(work.comparison.sides[0].model == nullptr);  // no other model's figures stand under that name
  CHECK(work.comparison.sides[0].rows == nullptr);
}

TEST_CASE("Of two classes a threshold is moved, with what it gains and costs", "[desk]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.click("Compare");
  driver.type("Model 1", test::source_path("assets/models/enron-request"));
  driver.press(ImGuiKey_Enter);
  REQUIRE(driver.until([&] { return work.comparison.sides[0].model != nullptr; }));
  driver.type("Test data",
              driver.folder().write("mails.csv",
                                    "text,label\nplease send it,request\nwe had lunch,no_request\n"
                                    "call me now,request\nit was a meeting,no_request\n"));
  driver.press(ImGuiKey_Enter);
  REQUIRE(driver.until([&] { return work.comparison.measuring == 0 && work.comparison.sides[0].rows; }));
  CHECK(work.comparison.note.find("not known") != std::string::npos);  // its data is not on this machine
  driver.drag("threshold 1", 0.5f, 1.0f);
  CHECK(work.comparison.sides[0].threshold > 0.99);
  CHECK(driver.sees("recall 1"));
  driver.picture("threshold");
  const nlohmann::json all = session::threshold_figures(*work.comparison.sides[0].rows, 0);
  CHECK(all["recall"] == 1);
  CHECK(all["share"] == 1);
}

TEST_CASE("Curves are smoothed, logarithmic, by step, and saved as numbers and as a picture", "[desk]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  open_file(driver, driver.folder().write("moods.csv", moods(120)));
  const std::shared_ptr<Run> run = train(driver, "enron-tutorial", 12);
  CHECK(!run->steps.empty());
  for (const char* choice : {"Logarithmic", "Each step"}) driver.click(choice);
  driver.drag("Smoothing", 0.02f, 0.5f);
  CHECK(work.watch.curves.smoothing > 0.3);
  driver.frames(3);
  driver.picture("curves");
  for (const std::string name : {"curves.csv", "curves.png"}) {
    work.watch.curves.saved.file = driver.folder().path(name);
    driver.click("Save the curves");
    driver.frames(2);
    driver.click("Use this name");
    driver.frames(3);
    CHECK(work.watch.curves.saved.note.find(name) != std::string::npos);
  }
  const std::string csv = driver.folder().read("curves.csv"), png = driver.folder().read("curves.png");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 13);
  CHECK(csv.find("\nenron-tutorial,12,") != std::string::npos);
  CHECK(csv.find("second,validation_n\n") != std::string::npos);
  CHECK(csv.ends_with(",12\n"));  // a tenth of the rows
  CHECK(png.substr(1, 3) == "PNG");
  CHECK(png.size() > 2000);
  work.watch.curves.saved.file = driver.folder().path("curves.png");
  driver.click("Save the curves");
  driver.frames(2);
  CHECK(driver.sees("is there already"));
  driver.click("Choose nothing");
  work.watch.curves.saved.file = driver.folder().path("curves.pdf");
  driver.click("Save the curves");
  driver.frames(2);
  driver.click("Use this name");
  CHECK(work.watch.curves.saved.note.find(".csv") != std::string::npos);
}

TEST_CASE("A run's name and note are kept with it", "[desk]") {
  std::shared_ptr<test::TempFolder> folder;
  {
    test::Driver driver;
    folder = driver.kept();
    open_file(driver, driver.folder().write("moods.csv", moods(60)));
    train(driver, "enron-tutorial", 1);
    driver.type("Run title", "the first one");
    driver.type("Run note", "three moods");
    driver.press(ImGuiKey_Enter);
    driver.click("run enron-tutorial");
  }
  test::Driver again({}, folder);
  const std::vector<std::shared_ptr<Run>>& runs = again.workspace().runs.runs();
  REQUIRE(runs.size() == 1);
  CHECK(runs[0]->title == "the first one");
  CHECK(runs[0]->note == "three moods");
  again.click("run enron-tutorial");
  again.frames(2);
  again.picture("run-with-a-name");
}

TEST_CASE("Labels that may be wrong are found by models that never saw their rows", "[desk]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  open_file(driver, driver.folder().write("moods.csv", moods(198)));  // every eleventh label is wrong
  driver.choose("Recipe", "enron-tutorial");
  work.form.set("training.epochs", 12);
  work.form.set("model.embedding", 16);
  driver.click("Data");
  driver.click("label of row 3");
  driver.click("label joy");
  driver.frames(2);
  CHECK_FALSE(driver.ui().seen.at("By folds").enabled);  // what is judged is the file
  driver.click("label of row 3");
  driver.click("label sadness");
  driver.frames(2);
  driver.click("By folds");
  REQUIRE(driver.until([&] { return work.folds.share() > 0; }));
  CHECK(driver.sees("Cancel folds"));
  driver.picture("folds");
  REQUIRE(driver.until([&] { return !work.folds.going(); }, 60));
  CHECK(work.folds.problem == "");
  CHECK(work.data.filter.order == Order::kLoss);
  REQUIRE(work.data.scores().size() == 198);
  size_t wrong = 0;
  for (int i = 0; i < 18; ++i) wrong += work.data.shown()[static_cast<size_t>(i)] % 11 == 0 ? 1 : 0;
  CHECK(wrong == 18);  // all of them, before all others
  driver.frames(2);
  driver.picture("folds-judged");
  driver.click("Dark");
  driver.click("Train");
  driver.frames(2);
  driver.click("choose Data file");
  driver.frames(3);
  driver.picture("chooser-dark");
  driver.press(ImGuiKey_Escape);
  scroll_to(driver, "column left", "Search");
  driver.picture("search-dark");
  driver.click("Data");
  driver.click("By folds");
  REQUIRE(driver.until([&] { return driver.sees("Cancel folds"); }));
  driver.click("Cancel folds");
  REQUIRE(driver.until([&] { return !work.folds.going(); }));
  CHECK(work.folds.problem == "");
  CHECK(work.data.scores().size() == 198);
}
