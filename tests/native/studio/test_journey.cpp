// From nothing to a model that `heed` reads: the way of a person who never opens a terminal.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

std::string colours(int rows) {
  std::string csv = "text,label\n";
  const char* things[] = {"car", "house", "flower", "door", "shirt"};
  const char* shades[] = {"red", "green", "blue"};
  for (int i = 0; i < rows; ++i)
    csv += std::string("the ") + things[i % 5] + " is " + shades[i % 3] + "," + shades[i % 3] + "\n";
  return csv;
}

// Standard output of the command line.
std::string output_of(const std::string& command) {
  std::string output;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  ::pclose(pipe);
  return output;
}

}  // namespace

TEST_CASE("Data, three epochs, a sentence, a prediction, and a folder that heed reads to the last bit",
          "[journey]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::string file = driver.folder().write("colours.csv", colours(120) + "a row without a label\n");

  driver.drop(file);
  REQUIRE(driver.until([&] { return !work.data.empty(); }));
  CHECK(work.data.data().labels.size() == 3);
  CHECK(work.data_file.text_column == "text");
  CHECK(driver.sees("problem"));  // the row without a label, by its line
  driver.choose("Recipe", "enron-tutorial");
  work.form.set("training.epochs", 3);
  work.form.set("model.embedding", 16);
  work.form.set("model.heads", 2);
  driver.picture("data-chosen");

  driver.click("Start");
  REQUIRE(work.runs.runs().size() == 1);
  const std::shared_ptr<Run> run = work.runs.runs()[0];
  REQUIRE(driver.until([&] { return run->ended(); }));
  REQUIRE(run->problem == "");
  CHECK(run->state == RunState::kDone);
  REQUIRE(run->epochs.size() == 3);
  CHECK(run->epochs[2].train_loss < run->epochs[0].train_loss);
  CHECK(run->epochs[2].validation_loss.has_value());
  CHECK(run->snapshots.size() == 4);

  driver.type("Sentence", "the shirt is blue");
  REQUIRE(driver.until([&] { return !work.explorer.stale() && !work.explorer.folder().empty(); }));
  REQUIRE(work.explorer.analysis()->prediction);
  CHECK(driver.sees("Prediction"));
  CHECK(driver.sees("Attention map"));
  CHECK(driver.sees("Confusion matrix"));
  CHECK(driver.sees("token shirt"));
  driver.picture("trained");

  driver.click("Models");
  driver.type("Save model to", driver.folder().path("saved"));
  driver.picture("models");
  driver.click("Save");
  REQUIRE(driver.until([&] { return !work.notice.message.empty() && !work.files.busy(); }));
  CHECK(work.notice.problem == "");
  const char* heed = std::getenv("HEED");
  REQUIRE(heed != nullptr);
  const nlohmann::json said =
      nlohmann::json::parse(output_of(std::string(heed) + " predict --json --model " +
                                      driver.folder().path("saved") + " 'the shirt is blue'"));
  const session::Analysis& shown = *work.explorer.analysis();
  REQUIRE(said["classes"].size() == shown.classes.size());
  for (size_t c = 0; c < shown.classes.size(); ++c) {
    CHECK(said["classes"][c]["label"] == shown.classes[c].label);
    CHECK(said["classes"][c]["probability"].get<double>() == shown.classes[c].probability);
  }
}
