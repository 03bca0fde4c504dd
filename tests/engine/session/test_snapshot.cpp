// What can be seen of a run while it trains: figures per step, and a copy of the model after each epoch.
#include "engine/format/store.h"
#include "engine/session/models/model.h"
#include "engine/session/training/labelled.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

constexpr const char* kSentence = "a wonderful film";

TrainOptions toy(const test::TempFolder& folder, const std::string& out) {
  TrainOptions options;
  options.recipe = test::source_path("assets/recipes/toy-sentiment.json");
  options.out = folder.path(out);
  options.epochs = 3;
  return options;
}

double probability(const Model& model) {
  return model.analyse(kSentence).classes[1].probability;
}

}  // namespace

TEST_CASE("A snapshot stays as it was, and the last one is the finished model", "[snapshot]") {
  const test::TempFolder folder;
  TrainingRun run(toy(folder, "watched"));
  const Model untrained = run.snapshot();
  const double before = probability(untrained);
  std::vector<double> seen;
  bool more = true;
  while (more) {
    more = run.step();
    if (run.progress().epoch_ended) seen.push_back(probability(run.snapshot()));
  }
  REQUIRE(seen.size() == 3);
  CHECK(seen[0] != seen[1]);
  CHECK(probability(untrained) == before);
  run.finish();
  CHECK(probability(Model::open(folder.path("watched"))) == seen[2]);
}

TEST_CASE("Looking at a run does not change it", "[snapshot]") {
  const test::TempFolder folder;
  for (const char* out : {"watched", "alone"}) {
    TrainOptions options = toy(folder, out);
    options.measure_train = out == std::string("watched");
    TrainingRun run(options);
    for (bool more = true; more;) {
      more = run.step();
      if (options.measure_train) run.snapshot();
    }
    run.finish();
  }
  CHECK(folder.read("watched/model.safetensors") == folder.read("alone/model.safetensors"));
}

TEST_CASE("Every step has its figures, and an epoch those of the training part when asked", "[snapshot]") {
  const test::TempFolder folder;
  TrainOptions options = toy(folder, "model");
  options.measure_train = true;
  options.set = {"training.batch_size=2", "training.schedule.name=linear"};
  TrainingRun run(options);
  double rate = 1;
  for (bool more = true; more;) {
    more = run.step();
    const Progress& p = run.progress();
    CHECK(p.rate > 0);
    CHECK(p.rate <= rate);
    rate = p.rate;
    CHECK(p.gradient_norm > 0);
    CHECK((p.accuracy >= 0 && p.accuracy <= 1));
    CHECK(p.epoch_ended == p.train.is_object());
    if (p.epoch_ended) CHECK(p.train["n"] == 5);
    CHECK(probability(run.snapshot()) > 0);  // within an epoch, too
  }
}

TEST_CASE("A run that was stopped leaves a model and can still be resumed", "[snapshot]") {
  const test::TempFolder folder;
  const TrainOptions straight = toy(folder, "straight");
  TrainOptions stopped = toy(folder, "stopped");
  {
    TrainingRun run(straight);
    while (run.step()) {
    }
    run.finish();
  }
  {
    TrainingRun run(stopped);
    while (run.step() && !run.progress().epoch_ended) {
    }
    run.finish();
  }
  CHECK_NOTHROW(Model::open(stopped.out));
  stopped.resume = true;
  TrainingRun run(stopped);
  CHECK(run.progress().epoch == 1);
  while (run.step()) {
  }
  run.finish();
  CHECK(folder.read("straight/model.safetensors") == folder.read("stopped/model.safetensors"));
  CHECK(folder.names() == std::vector<std::string>{"stopped", "straight"});
}

TEST_CASE("A run learns from rows in memory, and its model is kept in memory", "[snapshot]") {
  auto rows = std::make_shared<Labelled>();
  rows->labels = {"bad", "good"};
  for (const char* text : {"a good film", "a fine day", "good and fine"}) rows->rows.push_back({text, 1});
  for (const char* text : {"a bad film", "a dull day", "bad and dull"}) rows->rows.push_back({text, 0});
  auto store = std::make_shared<MemoryStore>();
  TrainOptions options;
  options.recipe = test::source_path("assets/recipes/toy-sentiment.json");
  options.out = "mine";
  TrainingRun run(options, {rows, store});
  run.step();
  CHECK(store->list() == std::vector<std::string>{"mine.checkpoint.safetensors"});
  while (run.step()) {
  }
  CHECK(run.finish()["train"]["n"] == 6);
  std::map<std::string, std::string> files;
  for (const std::string& name : store->list()) files[name.substr(5)] = store->read(name);
  CHECK(files.size() == 4);
  CHECK(Model::from_files("mine", files).info().classes == rows->labels);
}
