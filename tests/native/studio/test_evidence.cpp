// Evidence: worked in the window.
#include <filesystem>
#include <fstream>

#include "native/studio/parts/aligned.h"
#include "native/studio/parts/evidence.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

const std::string kModels = test::source_path("assets/models/");

// Under Evidence, with this model's analysis of the sentence.
void look(test::Driver& driver, const std::string& model, const std::string& sentence) {
  Workspace& work = driver.workspace();
  driver.drop(kModels + model);
  REQUIRE(driver.until([&] { return !work.files.busy() && work.explorer.title() == model; }));
  driver.click("Evidence");
  driver.type("Sentence", sentence);
  REQUIRE(driver.until([&] { return !work.explorer.stale(); }));
}

void measured(test::Driver& driver) {
  driver.frames(2);  // the question is asked while the next frame is drawn
  const Evidence& evidence = driver.workspace().evidence;
  REQUIRE(driver.until([&] { return evidence.complete() && !evidence.late(); }));
}

}  // namespace

TEST_CASE("Every method and every experiment stands there, each as it is measured", "[evidence]") {
  test::Driver driver;
  look(driver, "enron-request", "could you send me the report");
  measured(driver);
  Evidence& evidence = driver.workspace().evidence;
  const Measured& all = evidence.measured();
  REQUIRE(all.found);
  CHECK(all.found->label == "request");
  CHECK(driver.sees("Evidence summary"));
  CHECK(driver.sees("All methods"));
  CHECK(all.values.size() > 8);
  for (size_t i = 0; i < all.values.size(); ++i) {
    CHECK(all.values[i].values.size() == 6);
    if (i > 0) CHECK(all.values[i].method > all.values[i - 1].method);
  }
  CHECK(all.done.even);
  REQUIRE(all.done.permutations);
  CHECK(all.done.permutations->moved.size() == 100);
  CHECK(all.done.adversarial);
  CHECK(all.done.silenced.size() == 4);
  CHECK(all.done.erased.size() == 4);
  driver.picture("evidence");
  const std::vector<double> before = all.done.permutations->moved;
  driver.wheel("column evidence", -60);
  driver.frames(3);
  driver.click("Shuffle again");
  driver.frames(2);
  measured(driver);
  CHECK(evidence.measured().done.permutations->moved != before);
}

TEST_CASE("Measuring stops, goes on, and follows what is typed", "[evidence]") {
  test::Driver driver;
  Evidence& evidence = driver.workspace().evidence;
  look(driver, "heed-small-emotions", "i am so happy that you are sad");
  REQUIRE(driver.until([&] { return driver.sees("stop measuring"); }));
  driver.click("stop measuring");
  REQUIRE(driver.until([&] { return !driver.workspace().analyses.busy(); }));
  const size_t stopped_at = evidence.steps_done();
  driver.frames(5);
  CHECK(evidence.steps_done() == stopped_at);
  CHECK(stopped_at < evidence.steps());
  driver.click("go on measuring");
  CHECK(!evidence.stopped());
  REQUIRE(driver.until([&] { return evidence.steps_done() > stopped_at; }, 60));
  driver.type("Sentence", "so sad");
  driver.frames(3);
  REQUIRE(driver.until([&] { return evidence.measured().words.size() == 4; }, 60));
  driver.type("Sentence", "");
  REQUIRE(driver.until([&] { return !driver.workspace().explorer.stale(); }));
  driver.frames(2);
  CHECK(!driver.sees("Evidence summary"));
}

TEST_CASE("Another sentence is laid over it: words, maps and states", "[evidence]") {
  test::Driver driver;
  look(driver, "sst2-sentiment", "a warm and funny film");
  driver.click("Beside another sentence");
  driver.type("The other sentence", "a cold and funny film");
  Beside& beside = driver.workspace().beside;
  REQUIRE(driver.until([&] { return beside.overlay() && beside.overlay()->patched.size() == 1; }));
  const Overlay& overlay = *beside.overlay();
  CHECK(overlay.other.tokens[1] == "cold");
  CHECK(driver.sees("What each word adds in both"));
  CHECK(driver.sees("Difference of the maps"));
  CHECK(driver.sees("States of the other sentence in the first"));
  const session::Patched& layer = overlay.patched[0];
  CHECK(layer.score == Approx(overlay.own.score).margin(1e-4));
  CHECK(layer.of_other == Approx(overlay.other.score).margin(1e-4));
  driver.picture("evidence-beside");
  driver.type("The other sentence", "cold");
  REQUIRE(driver.until([&] { return !beside.stale() && beside.overlay()->other.tokens.size() == 1; }));
  CHECK(!driver.sees("States of the other sentence in the first"));
  driver.type("The other sentence", "");
  driver.frames(2);
  CHECK(!beside.overlay());
}

TEST_CASE("A model without states between words and votes says so", "[evidence]") {
  test::Driver driver;
  look(driver, "enron-request", "could you send me the report");
  driver.click("Beside another sentence");
  driver.type("The other sentence", "could you send me the answer");
  Beside& beside = driver.workspace().beside;
  REQUIRE(driver.until([&] { return !beside.unpatched().empty(); }));
  CHECK(beside.unpatched().find("no layers") != std::string::npos);
  CHECK(driver.sees("Difference of the maps"));
}

TEST_CASE("The figures over the data come from the model's folder; heads are sorted and lead to their maps",
          "[evidence]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  look(driver, "heed-small-emotions", "so sad");
  driver.click("On held-out data");
  REQUIRE(driver.until([&] { return driver.sees("Figures"); }));
  driver.picture("evidence-data");
  const size_t heads = work.figures.measured()["heads"].size();
  CHECK(heads == 16);
  for (int i = 0; i < 40 && !driver.sees("head 3.3"); ++i) driver.wheel("column evidence", -6);
  driver.click("heads by lost");
  CHECK(work.figures.falling);
  driver.picture("evidence-heads");
  driver.click("head 1.2");
  CHECK(work.section == Section::kExplore);
  CHECK(work.explorer.layer == 1);
  CHECK(work.explorer.head == 2);
}

TEST_CASE("Figures that are missing or broken are said to be", "[evidence]") {
  test::Driver driver;
  Workspace& work = driver.workspace();
  const std::string folder = driver.folder().path("mine");
  std::filesystem::create_directory(folder);
  for (const char* file : {"config.json", "tokenizer.json", "model.safetensors"})
    std::filesystem::copy_file(kModels + "enron-request/" + file, folder + "/" + file);
  driver.drop(folder);
  REQUIRE(driver.until([&] { return !work.files.busy() && work.explorer.folder() == folder; }));
  driver.click("Evidence");
  driver.click("On held-out data");
  REQUIRE(driver.until([&] { return !work.figures.reading(); }));
  CHECK(work.figures.measured().is_null());
  CHECK(work.figures.problem().empty());
  std::ofstream(folder + "/faithfulness.json") << "{\"n\": 12, \"accu";
  look(driver, "enron-request", "send it");
  driver.drop(folder);
  REQUIRE(driver.until([&] { return !work.files.busy() && work.explorer.folder() == folder; }));
  driver.frames(2);
  REQUIRE(driver.until([&] { return !work.figures.problem().empty(); }));
  CHECK(work.figures.problem().find("faithfulness.json] this is not what") != std::string::npos);
  CHECK(driver.sees("problem"));
  nlohmann::json whole = nlohmann::json::parse(std::ifstream(kModels + "enron-request/faithfulness.json"));
  whole["tau"]["gradient"].erase("histogram");  // whole as a file, and not what is drawn
  std::ofstream(folder + "/faithfulness.json") << whole;
  look(driver, "enron-request", "send it now");
  driver.drop(folder);
  REQUIRE(driver.until([&] { return !work.files.busy() && work.explorer.folder() == folder; }));
  driver.frames(2);
  REQUIRE(driver.until([&] { return !work.figures.problem().empty(); }));
  CHECK(work.figures.problem().find("histogram") != std::string::npos);
  CHECK(!driver.sees("Figures"));
}

TEST_CASE("Words stand under the words they replace", "[evidence]") {
  const std::vector<std::string> own{"send", "it", "now"}, other{"pay", "it", "not", "now"};
  std::vector<std::string> names;
  for (const AlignedColumn& column : aligned(own, other)) names.push_back(name_of(column, own, other));
  CHECK(names == std::vector<std::string>{"send → pay", "it", "+ not", "now"});
  CHECK(aligned({}, {}).empty());
  CHECK(name_of(aligned(own, {})[2], own, {}) == "− now");
}
