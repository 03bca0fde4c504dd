// From a recipe and a data file to a model folder and back, as the command line goes.
#include "engine/session/models/devices.h"
#include "engine/session/training/training.h"

#include <filesystem>

#include "engine/session/models/model.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

std::string recipe_json(const std::string& storage) {
  return R"({"data": {"format": "csv"}, "split": {"train": 0.6, "validation": 0.2, "test": 0.2}, "seed": 3,
    "model": {"architecture": "request-classifier", "embedding": 16, "attention": 8, "heads": 2, "layers": 2,
              "feed_forward": 16, "dropout": 0},
    "training": {"epochs": 6, "batch_size": 8, "optimizer": {"rate": 0.01},
                 "early_stopping": {"metric": "loss", "patience": 9}},
    "storage": ")" +
         storage + R"("})";
}

std::string colours() {
  std::string csv = "text,label\n";
  const char* things[] = {"car", "house", "flower", "door", "shirt"};
  const char* shades[] = {"red", "green", "blue"};
  for (int i = 0; i < 90; ++i)
    csv += std::string("the ") + things[i % 5] + " is " + shades[i % 3] + "," + shades[i % 3] + "\n";
  return csv;
}

TrainOptions options_in(const test::TempFolder& folder, const std::string& storage = "float32") {
  TrainOptions options;
  options.recipe = folder.write("colours.json", recipe_json(storage));
  options.data = {folder.write("colours.csv", colours())};
  options.out = folder.path("model");
  return options;
}

nlohmann::json train(const TrainOptions& options) {
  TrainingRun run(options);
  while (run.step()) {
  }
  return run.finish();
}

}  // namespace

TEST_CASE("Three classes are learned, stored and read back with the same figures", "[training]") {
  for (const char* storage : {"float32", "int8"}) {
    INFO(storage);
    const test::TempFolder folder;
    const TrainOptions options = options_in(folder, storage);
    const nlohmann::json result = train(options);
    CHECK(result["test"]["accuracy"] == 1.0);
    CHECK(result["test"]["n"] == 18);
    CHECK(result["before"]["loss"].get<double>() > result["train"]["loss"].get<double>());
    CHECK(folder.names("model") ==
          std::vector<std::string>{"README.md", "config.json", "model.safetensors", "tokenizer.json"});
    const nlohmann::json all = evaluate(options.out, options.data, "").result;
    CHECK(all["test"]["n"] == 90);
    CHECK(all["test"]["accuracy"] == 1.0);
    CHECK(!std::filesystem::exists(options.out + ".checkpoint.safetensors"));

    const Model model = Model::open(options.out);
    const Analysis analysis = model.analyse("The car is red");
    REQUIRE(analysis.prediction);
    CHECK(analysis.prediction->label == "red");
    CHECK(analysis.classes.size() == 3);
    REQUIRE(analysis.attention.size() == 2);
    CHECK(analysis.attention[1].name == "encoder.1.attention.weights");
    CHECK(analysis.attention[1].H == 2);
    double received = 0, row = 0;
    for (double r : analysis.received) received += r;
    CHECK(received == Approx(4));
    for (int s = 0; s < 4; ++s)
      row += static_cast<double>(analysis.attention[1].weights[static_cast<size_t>(s)]);
    CHECK(row == Approx(1));
    CHECK(analysis.top_pairs.size() == 8);
    for (size_t i = 1; i < 8; ++i) CHECK(analysis.top_pairs[i - 1].weight >= analysis.top_pairs[i].weight);
    CHECK(model.info().layers == 2);
  }
}

TEST_CASE("A stopped run resumes to the model of an undisturbed one", "[training]") {
  const test::TempFolder one, two;
  const TrainOptions straight = options_in(one);
  train(straight);
  TrainOptions stopped = options_in(two);
  {
    TrainingRun run(stopped);
    while (run.step() && run.progress().epoch < 4) {
    }
  }
  CHECK(!std::filesystem::exists(stopped.out));
  stopped.resume = true;
  train(stopped);
  CHECK(one.read("model/model.safetensors") == two.read("model/model.safetensors"));
}

TEST_CASE("A run that was killed within its first epoch resumes, also where its folder was not there",
          "[training]") {
  const test::TempFolder one, two;
  TrainOptions straight = options_in(one), stopped = options_in(two);
  straight.out = one.path("new/deep/model");
  stopped.out = two.path("new/deep/model");
  train(straight);
  {
    TrainingRun run(stopped);
    run.step();
  }
  stopped.resume = true;
  train(stopped);
  CHECK(one.read("new/deep/model/model.safetensors") == two.read("new/deep/model/model.safetensors"));
}

TEST_CASE("A model is the same to the bit for any number of threads", "[training]") {
  std::string csv = "text,label\n";
  for (int i = 0; i < 64; ++i) {
    for (int word = 0; word < 24; ++word) csv += "w" + std::to_string((i * 7 + word * word) % 61) + " ";
    csv += i % 2 == 0 ? ",even\n" : ",odd\n";
  }
  // Batches of 1,536 words: several blocks of rows for each of five threads.
  const char* models[] = {R"({"architecture": "request-classifier", "embedding": 64, "feed_forward": 256})",
                          R"({"architecture": "recurrent-classifier", "cell": "lstm", "bidirectional": true,
                              "embedding": 32, "hidden": 64, "pooling": "additive"})"};
  for (const char* model : models) {
    INFO(model);
    std::string one;
    for (const int threads : {1, 2, 3, 5}) {
      const test::TempFolder folder;
      TrainOptions options;
      options.recipe =
          folder.write("t.json", std::string(R"({"data": {"format": "csv"}, "model": )") + model +
                                     R"(, "training": {"epochs": 2, "batch_size": 64}})");
      options.data = {folder.write("t.csv", csv)};
      options.out = folder.path("model");
      options.threads = threads;
      train(options);
      const std::string weights = folder.read("model/model.safetensors");
      if (threads == 1) one = weights;
      CHECK(weights == one);
    }
  }
}

TEST_CASE("What cannot be trained says why and leaves the old model", "[training]") {
  const test::TempFolder folder;
  TrainOptions options = options_in(folder);
  folder.write("model/config.json", R"({"recipe": "old"})");
  auto message = [&] { return test::message_of([&] { train(options); }); };
  options.device = "abacus";
  CHECK(test::contains(message(), "expected cpu or cuda"));
  options.device = "cuda";
  if (!open_gpu("").problem.empty()) CHECK(test::contains(message(), "\"cuda\" is not available: "));
  options.device = "cpu";
  options.resume = true;
  CHECK(test::contains(message(), "no checkpoint to resume"));
  options.resume = false;
  options.set = {"training.optimizer.rate=1e30"};
  CHECK(test::contains(message(), "NaN or Inf"));
  options.set = {"model.heads=3"};
  CHECK(test::contains(message(), "cannot be shared by 3 heads"));
  options.set = {"model.head=2"};
  CHECK(test::contains(message(), "model.head"));
  CHECK(folder.read("model/config.json") == R"({"recipe": "old"})");
}

TEST_CASE("Texts of every kind have an analysis", "[model]") {
  const test::TempFolder folder;
  const TrainOptions options = options_in(folder);
  train(options);
  const Model model = Model::open(options.out);
  const Analysis empty = model.analyse(" \t\n");
  CHECK(empty.tokens.empty());
  CHECK(!empty.prediction);
  CHECK(model.analyse("red").attention[0].weights == std::vector<float>{1, 1});
  const Analysis unknown = model.analyse("qwxz \xf0\x9f\x8d\x8e \xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d");
  CHECK(unknown.tokens.size() == 3);
  for (const Token& token : unknown.tokens) CHECK(!token.known);
  std::string novel;
  for (int i = 0; i < 3000; ++i) novel += "red house ";
  AnalysisOptions limited;
  limited.max_tokens = 100;
  const Analysis cut = model.analyse(novel, limited);
  CHECK(cut.tokens.size() == 100);
  CHECK(cut.total_tokens == 6000);
  CHECK(cut.cut_at == 499);
}

TEST_CASE("A broken model folder is named, file by file", "[model]") {
  const test::TempFolder folder;
  train(options_in(folder));
  const std::string weights = folder.read("model/model.safetensors"),
                    config = folder.read("model/config.json");
  auto message = [&] { return test::message_of([&] { Model::open(folder.path("model")); }); };
  folder.write("model/model.safetensors", weights.substr(0, weights.size() / 2));
  CHECK(test::contains(message(), "model.safetensors"));
  folder.write("model/model.safetensors", weights);
  for (const char* broken : {"not json", "[]", "{}", R"({"architecture": "gpt-9"})"}) {
    folder.write("model/config.json", broken);
    INFO(broken);
    CHECK(test::contains(message(), "config.json"));
  }
  nlohmann::json other = nlohmann::json::parse(config);
  other["embedding"] = 32;
  folder.write("model/config.json", other.dump());
  CHECK(test::contains(message(), "config.json and tokenizer.json ask for"));
}
