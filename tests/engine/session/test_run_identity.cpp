// What tells runs apart, and what does not.
#include "engine/session/training/inside/run_identity.h"

#include "engine/format/fields_json.h"
#include "engine/format/safetensors.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/tasks/recipe_fields.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

constexpr const char* kOwn = R"({"model": {"architecture": "request-classifier", "embedding": 8, "heads": 2},
  "split": {"train": 0.7, "validation": 0.3, "test": 0},
  "training": {"epochs": 4, "batch_size": 8, "optimizer": {"rate": 0.01}}, "seed": 3,
  "data": {"format": "csv"}})";

nlohmann::json identity_of(const test::TempFolder& folder, const std::vector<std::string>& set,
                           const TrainOptions& options = {}) {
  const Recipe recipe = load_recipe(folder.write("own.json", kOwn), set);
  return nlohmann::json::parse(run_identity(recipe, {{"data_fingerprint", 7}}, options));
}

std::string sentences() {
  std::string csv = "text,label\n";
  for (int i = 0; i < 40; ++i) csv += std::string(i % 3 == 0 ? "go on,yes\n" : "stay here,no\n");
  return csv;
}

}  // namespace

TEST_CASE("A run is what differs from the defaults, and what it reads", "[training]") {
  const test::TempFolder folder;
  const nlohmann::json run = identity_of(folder, {});
  nlohmann::json expected = nlohmann::json::parse(kOwn);
  expected["training"].erase("epochs");
  expected["read"] = {{"data_fingerprint", 7}};
  CHECK(run == expected);
  // A default that is given is no other run: so none is a setting that the program did not have before.
  const nlohmann::json usual = write_defaults(recipe_fields());
  const std::string clip = "training.clip=" + usual["training"]["clip"].dump();
  CHECK(identity_of(folder, {clip, "training.epochs=9", "description=longer"}) == run);
  for (const char* other : {"training.clip=1", "seed=4", "model.heads=1", "text.max_size=9",
                            "training.early_stopping.metric=loss", "training.optimizer.rate=0.02"})
    CHECK(identity_of(folder, {other}) != run);
  TrainOptions from;
  from.from = "a-folder";
  CHECK(identity_of(folder, {}, from)["from"] == "a-folder");
}

TEST_CASE("The checkpoint of a program that wrote down all of the recipe is gone on with", "[training]") {
  const test::TempFolder folder;
  TrainOptions options;
  options.recipe = folder.write("own.json", kOwn);
  options.data = {folder.write("rows.csv", sentences())};
  options.out = folder.path("model");
  const std::string file = options.out + ".checkpoint.safetensors";
  const auto finish = [](TrainingRun& run) {
    while (run.step()) {
    }
    run.finish();
  };
  TrainingRun whole(options);
  finish(whole);
  const std::string weights = folder.read("model/model.safetensors");
  const auto write_as = [&](auto change) {
    SafeTensors saved = read_safetensors_file(file);
    nlohmann::json run = load_recipe(options.recipe, {}).json;
    run["read"] = nlohmann::json::parse(saved.metadata.at("run"))["read"];
    run["training"].erase("rows");  // what it did not know
    change(run);
    saved.metadata["run"] = run.dump();
    folder.write("model.checkpoint.safetensors", write_safetensors(saved.tensors, saved.metadata));
  };
  {
    TrainingRun run(options);
    for (int i = 0; i < 6; ++i) run.step();
    run.keep();
  }
  options.resume = true;
  write_as([](nlohmann::json& run) { run["seed"] = 4; });
  CHECK(test::contains(test::message_of([&] { TrainingRun run(options); }), "checkpoint of another run"));
  write_as([](nlohmann::json&) {});
  TrainingRun run(options);
  finish(run);
  CHECK(folder.read("model/model.safetensors") == weights);
}
