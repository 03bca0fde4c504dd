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
  Studio& studio = driver.studio();
  const std::string file = driver.folder().write("colours.csv", colours(120) + "a row without a label\n");

  driver.drop(file);
  REQUIRE(driver.until([&] { return !studio.data.empty(); }));
  CHECK(studio.data.data().labels.size() == 3);
  CHECK(studio.text_column == "text");
  CHECK(driver.sees("problem"));  // the row without a label, by its line
  driver.choose("Recipe", "enron-tutorial");
  studio.form.set("training.epochs", 3);
  studio.form.set("model.embedding", 16);
  studio.form.set("model.heads", 2);
  driver.picture("data-chosen");

  driver.click("Start");
  REQUIRE(studio.runs.runs().size() == 1);
  const std::shared_ptr<Run> run = studio.runs.runs()[0];
  REQUIRE(driver.until([&] { return run->ended(); }));
  REQUIRE(run->problem == "");
  CHECK(run->state == RunState::kDone);
  REQUIRE(run->epochs.size() == 3);
  CHECK(run->epochs[2].train_loss < run->epochs[0].train_loss);
  CHECK(run->epochs[2].validation_loss.has_value());
  CHECK(run->snapshots.size() == 4);

  driver.type("Sentence", "the shirt is blue");
  REQUIRE(driver.until([&] { return !studio.explorer.stale() && !studio.model_folder.empty(); }));
  REQUIRE(studio.explorer.analysis()->prediction);
  CHECK(driver.sees("Prediction"));
  CHECK(driver.sees("Attention map"));
  CHECK(driver.sees("Confusion matrix"));
  CHECK(driver.sees("token shirt"));
  driver.picture("trained");

  driver.click("Models");
  driver.type("Save model to", driver.folder().path("saved"));
  driver.picture("models");
  driver.click("Save");
  REQUIRE(driver.until([&] { return !studio.message.empty() && !studio.files.busy(); }));
  CHECK(studio.problem == "");
  const char* heed = std::getenv("HEED");
  REQUIRE(heed != nullptr);
  const nlohmann::json said =
      nlohmann::json::parse(output_of(std::string(heed) + " predict --json --model " +
                                      driver.folder().path("saved") + " 'the shirt is blue'"));
  const session::Analysis& shown = *studio.explorer.analysis();
  REQUIRE(said["classes"].size() == shown.classes.size());
  for (size_t c = 0; c < shown.classes.size(); ++c) {
    CHECK(said["classes"][c]["label"] == shown.classes[c].label);
    CHECK(said["classes"][c]["probability"].get<double>() == shown.classes[c].probability);
  }
}
