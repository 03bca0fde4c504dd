// Orders to a run, several runs, going back through epochs, and a window that is closed while something
// trains.
#include <filesystem>

#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

// The toy recipe with more epochs than any test waits for.
std::shared_ptr<Run> start_long(test::Driver& driver) {
  Workspace& work = driver.workspace();
  driver.choose("Recipe", "toy-sentiment");
  work.form.set("training.epochs", 1000000);
  driver.click("Start");
  const std::shared_ptr<Run> run = work.runs.runs().back();
  REQUIRE(driver.until([&] { return run->epochs.size() > 2; }));
  return run;
}

void pause(test::Driver& driver, const Run& run) {
  driver.click("Pause");
  REQUIRE(driver.until([&] { return run.state == RunState::kPaused; }));
}

}  // namespace

TEST_CASE("A run pauses, goes on by one epoch, goes on, stops, and is resumed", "[train]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::shared_ptr<Run> run = start_long(driver);
  pause(driver, *run);
  const size_t epochs = run->epochs.size();
  driver.click("Epoch");
  REQUIRE(driver.until([&] { return run->state == RunState::kPaused && run->epochs.size() == epochs + 1; }));
  driver.click("Go on");
  REQUIRE(driver.until([&] { return run->epochs.size() > epochs + 3; }));
  for (const char* figure : {"learning rate", "gradient norm", "tokens/s", "time left"})
    CHECK(driver.sees(std::string("figure ") + figure));
  driver.click("Stop");
  REQUIRE(driver.until([&] { return run->state == RunState::kStopped; }));
  CHECK(std::filesystem::exists(run->folder() + "/model.safetensors"));
  const size_t stopped_at = run->epochs.size();
  driver.click("Resume");
  REQUIRE(driver.until([&] { return run->epochs.size() > stopped_at; }));
  for (size_t i = 0; i < run->epochs.size(); ++i) CHECK(run->epochs[i].epoch == static_cast<int>(i) + 1);
  pause(driver, *run);
  CHECK(work.runs.active() == run);
}

TEST_CASE("What a run remarks is a line below its progress", "[train]") {
  test::Driver driver;
  const std::shared_ptr<Run> run = start_long(driver);
  pause(driver, *run);
  driver.frames(1);
  CHECK(driver.sees("Progress"));
  CHECK_FALSE(driver.sees("Remark"));
  run->progress.remark =
      "steps are not recorded and repeated: attention weights are written, and how many there are depends on "
      "more than the shape";
  driver.frames(1);
  CHECK(driver.sees("Remark"));
  driver.picture("train-remark");
}

TEST_CASE("The slider goes back: the map is the one the model had then", "[train]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::shared_ptr<Run> run = start_long(driver);
  pause(driver, *run);
  driver.type("Sentence", "a wonderful film");
  auto settled = [&] { return !work.explorer.stale(); };
  REQUIRE(driver.until(settled));
  const double now = work.explorer.analysis()->classes[1].probability;
  driver.drag("Epoch slider", 0.98f, 0.0f);
  REQUIRE(driver.until(settled));
  CHECK(work.watch.epoch() == 0);
  CHECK(work.explorer.analysis()->classes[1].probability != now);
  driver.drag("Epoch slider", 0.02f, 1.0f);
  REQUIRE(driver.until(settled));
  CHECK(work.watch.epoch() == -1);
  CHECK(work.explorer.analysis()->classes[1].probability == now);
}

TEST_CASE("A map under a run is the run's, or says whose it is", "[train]") {
  std::shared_ptr<test::TempFolder> folder;
  std::string name, out;
  const std::string other = test::source_path("assets/models/sst2-sentiment");
  const auto opened = [&](test::Driver& driver, const std::string& model) {
    Workspace& work = driver.workspace();
    return driver.until([&] { return work.explorer.folder() == model && !work.analyses.busy(); });
  };
  {
    test::Driver driver;
    folder = driver.kept();
    const std::shared_ptr<Run> run = start_long(driver);
    driver.click("Stop");
    REQUIRE(driver.until([&] { return run->ended(); }));
    name = run->name;
    out = run->folder();
    REQUIRE(opened(driver, out));
    CHECK_FALSE(driver.sees("Another model's map"));
    run->progress.epoch = run->epochs.back().epoch + 1;  // as if it had been stopped within that one
    CHECK(driver.workspace().watch.explored_epoch() == run->epochs.back().epoch);
    driver.drop(other);
    REQUIRE(opened(driver, other));
    driver.frames(2);
    CHECK(driver.sees("Another model's map"));
    CHECK_FALSE(driver.sees("Epoch slider"));
    driver.picture("whose-map");
    driver.click("Show the run's model");
    REQUIRE(opened(driver, out));
    driver.frames(2);
    CHECK_FALSE(driver.sees("Another model's map"));
    CHECK(driver.sees("Epoch slider"));
  }
  test::Driver again({}, folder);  // a run of before, whose model nothing has opened yet
  const Explorer& explorer = again.workspace().explorer;
  REQUIRE(again.until([&] { return explorer.model() && explorer.folder() != out; }));
  again.click("run " + name);
  REQUIRE(opened(again, out));
  again.frames(2);
  CHECK_FALSE(again.sees("Another model's map"));
}

TEST_CASE("Runs wait their turn, and their curves lie over each other", "[train]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::shared_ptr<Run> first = start_long(driver);
  work.form.set("training.epochs", 5);
  driver.click("Queue");
  REQUIRE(work.runs.runs().size() == 2);
  const std::shared_ptr<Run> second = work.runs.runs()[1];
  CHECK(second->state == RunState::kQueued);
  CHECK(second->options.out != first->options.out);
  driver.click("Stop");
  REQUIRE(driver.until([&] { return second->state == RunState::kDone; }));
  CHECK(second->epochs.size() == 5);
  CHECK(driver.sees("run " + first->name));
  CHECK(driver.sees("run " + second->name));
  driver.hover("Loss curves");
  driver.wheel("Loss curves", 3);
  CHECK(work.watch.curves.range.to > work.watch.curves.range.from);
  driver.picture("two-runs");
}

TEST_CASE("Closing while something trains asks, leaves a checkpoint, and the next start offers to go on",
          "[train]") {
  std::shared_ptr<test::TempFolder> folder;
  std::string out;
  {
    test::Driver driver;
    folder = driver.kept();
    const std::shared_ptr<Run> run = start_long(driver);
    out = run->options.out;
    driver.workspace().form.set("training.epochs", 2);
    driver.click("Queue");
    driver.close();
    CHECK(driver.open());
    REQUIRE(driver.sees("Keep training"));
    driver.picture("closing");
    driver.click("Keep training");
    CHECK(driver.open());
    driver.close();
    driver.click("Close the window");
    CHECK(!driver.open());
  }
  CHECK(std::filesystem::exists(out + ".checkpoint.safetensors"));
  test::Driver again({}, folder);
  const std::string offer = "Go on with " + std::filesystem::path(out).filename().string();
  REQUIRE(again.sees(offer));
  again.click(offer);
  const std::shared_ptr<Run> run = again.workspace().runs.runs().back();
  REQUIRE(again.until([&] { return !run->epochs.empty(); }));
  CHECK(run->epochs.front().epoch == 1);  // those of the earlier start, too
  CHECK(run->epochs.size() == static_cast<size_t>(run->epochs.back().epoch));
  CHECK(run->problem == "");
  again.click(offer + "-2");  // it had only waited
  again.click("Stop");
  const std::shared_ptr<Run> waited = again.workspace().runs.runs().back();
  REQUIRE(again.until([&] { return waited->ended(); }));
  CHECK(waited->problem == "");
  CHECK(waited->epochs.size() == 2);
}

TEST_CASE("What is in the way of a run stands beside it, and the next one trains", "[train]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  driver.drop(driver.folder().write("one.csv", "text,label\nall of one class,a\nagain,a\n"));
  REQUIRE(driver.until([&] { return !work.data.empty(); }));
  driver.click("Start");
  REQUIRE(driver.until([&] { return work.runs.runs()[0]->state == RunState::kFailed; }));
  CHECK(work.runs.runs()[0]->problem.find("class") != std::string::npos);
  CHECK(driver.sees("problem"));
  CHECK(!work.runs.active());
  driver.click("Use the recipe's data");
  start_long(driver);
}

TEST_CASE("A start after a kill offers what trained, and lists what had ended with its curves", "[train]") {
  std::shared_ptr<test::TempFolder> folder;
  std::string ended, left;
  {
    test::Driver driver;  // it goes as a killed program does: nothing asks it to keep anything
    folder = driver.kept();
    const std::shared_ptr<Run> first = start_long(driver);
    driver.click("Stop");
    REQUIRE(driver.until([&] { return first->ended(); }));
    const std::shared_ptr<Run> second = start_long(driver);
    ended = first->name;
    left = second->name;
  }
  test::Driver again({}, folder);
  REQUIRE(again.sees("Go on with " + left));
  REQUIRE(again.sees("run " + ended));
  const std::vector<std::shared_ptr<Run>>& runs = again.workspace().runs.runs();
  REQUIRE(runs.size() == 1);
  CHECK(runs[0]->state == RunState::kStopped);
  CHECK(runs[0]->epochs.size() >= 2);
  CHECK(runs[0]->epochs.back().train_loss > 0);
  CHECK(runs[0]->result["train"]["n"] > 0);
  again.click("run " + ended);
  again.frames(2);
  again.picture("past-run");
}

TEST_CASE("A file without usual column names opens, and what is shown is what is trained", "[train]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  for (const session::RecipeEntry& recipe : work.form.recipes()) CHECK(recipe.name != "wordpiece");
  std::string csv = "id;tweet;mood\n";
  for (int i = 0; i < 60; ++i)
    csv += std::to_string(i) + (i % 2 ? ";a red rose again;red\n" : ";a green leaf again;green\n");
  const std::string file = driver.folder().write("tweets.csv", csv);
  driver.type("Data file", file);
  CHECK(!work.data_file.is_read());  // nothing else is trained on meanwhile
  driver.press(ImGuiKey_Enter);
  REQUIRE(driver.until([&] { return !work.data.empty(); }));
  CHECK(work.data_file.text_column == "tweet");
  CHECK(work.data_file.label_column == "mood");
  CHECK(work.data_file.is_read());
  driver.picture("guessed-columns");
  const std::shared_ptr<Run> run = start_long(driver);
  driver.click("Stop");
  REQUIRE(driver.until([&] { return run->ended(); }));
  CHECK(run->labels == std::vector<std::string>{"green", "red"});
  driver.choose("Label column", "id");  // every value is another: said, and not trained on
  REQUIRE(driver.until([&] { return !work.data.problem.empty() || !work.data.loading; }));
  driver.click("Use the recipe's data");
  CHECK(work.data_file.path.empty());
  CHECK(work.form.data().empty());
}

TEST_CASE("A data file that is deleted while it trains costs nothing", "[train]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  std::string csv = "text,label\n";
  for (int i = 0; i < 60; ++i) csv += i % 2 ? "a red rose,red\n" : "a green leaf,green\n";
  const std::string file = driver.folder().write("d.csv", csv);
  driver.drop(file);
  REQUIRE(driver.until([&] { return !work.data.empty(); }));
  const std::shared_ptr<Run> run = start_long(driver);
  std::filesystem::remove(file);
  const size_t epochs = run->epochs.size();
  REQUIRE(driver.until([&] { return run->epochs.size() > epochs + 2; }));
  driver.click("Stop");
  REQUIRE(driver.until([&] { return run->ended(); }));
  CHECK(run->state == RunState::kStopped);
  CHECK(std::filesystem::exists(run->folder() + "/model.safetensors"));
}
