// The toy recipe: five sentences of its own, an LSTM with attention.
#include <nlohmann/json.hpp>

#include "engine/session/models/model.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/sanitized.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

TrainOptions toy(const test::TempFolder& folder, uint64_t seed) {
  TrainOptions options;
  options.recipe = test::source_path("assets/recipes/toy-sentiment.json");
  options.out = folder.path("model");
  options.seed = seed;
  return options;
}

}  // namespace

TEST_CASE("The toy recipe's loss falls, whatever the seed", "[session][toy]") {
  const test::TempFolder folder;
  for (uint64_t seed = 0; seed < (test::kSanitized ? 11 : 100); ++seed) {
    CAPTURE(seed);
    TrainingRun run(toy(folder, seed));
    std::vector<double> losses;
    for (bool more = true; more;) {
      more = run.step();
      if (run.progress().epoch_ended) losses.push_back(run.progress().loss);
    }
    REQUIRE(losses.size() == 20);
    CHECK(losses.back() < losses.front());
    if (seed % 10 != 0) continue;  // what is written is measured
    const nlohmann::json result = run.finish();
    CHECK(result["train"]["loss"] < result["before"]["loss"]);
  }
}

TEST_CASE("A toy model shows one row of attention over the sentence", "[session][toy]") {
  const test::TempFolder folder;
  TrainingRun run(toy(folder, 3));
  while (run.step()) {
  }
  const nlohmann::json result = run.finish();
  CHECK(result["train"]["accuracy"] == 1);
  CHECK(result["test"].is_null());
  CHECK(test::contains(run.report(), "sentence"));
  const Analysis analysis = Model::open(folder.path("model")).analyse("what a wonderful day");
  REQUIRE(analysis.attention.size() == 1);
  CHECK(analysis.attention[0].kind == "pooling");
  CHECK(analysis.attention[0].T == 1);
  CHECK(analysis.attention[0].weights.size() == 4);
  REQUIRE(analysis.received.size() == 4);
  double sum = 0;
  for (double weight : analysis.received) sum += weight;
  CHECK(sum == Approx(1));
  CHECK(analysis.top_pairs.empty());
}

TEST_CASE("Examples in a recipe that are none are named", "[session][toy]") {
  const test::TempFolder folder;
  auto message = [&](const std::string& examples) {
    TrainOptions options = toy(folder, 0);
    options.set = {"data.examples=" + examples};
    return test::message_of([&] { TrainingRun run(options); });
  };
  CHECK(test::contains(message("5"), "\"data.examples\" is not a list"));
  CHECK(test::contains(message("[3]"), "holds 3"));
  CHECK(test::contains(message(R"([{"text": "good"}])"), "label"));
}

TEST_CASE("attention finds what a toy task's rule needs", "[session][toy]") {
  for (const char* task : {"copy", "first", "induction"}) {
    CAPTURE(task);
    const test::TempFolder folder;
    TrainOptions options;
    options.recipe = test::source_path("assets/recipes/toy-" + std::string(task) + ".json");
    options.out = folder.path("model");
    options.epochs = std::string(task) == "induction" ? 20 : 4;
    if (test::kSanitized) {
      options.epochs = 1;
      options.set = {"data.toy_examples=400"};
    }
    TrainingRun run(options);
    while (run.step()) {
    }
    const nlohmann::json result = run.finish();
    if (!test::kSanitized) {
      CHECK(result["validation"]["accuracy"] > 0.98);
      CHECK(result["validation"]["attention_on_needed"] > 0.6);
    }
    CHECK(result["before"]["attention_on_needed"] < 0.25);
  }
}
