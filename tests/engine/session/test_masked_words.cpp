// Pretraining by hidden words, as the command line goes: text files, a vocabulary of their own, a folder that
// opens again.
#include <filesystem>

#include "engine/format/json.h"
#include "engine/session/models/model.h"
#include "engine/session/training/pack.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

constexpr const char* kMaskedRecipe = R"({"task": "masked-words",
  "model": {"architecture": "bert", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2,
            "intermediate_size": 64, "max_position_embeddings": 64, "hidden_dropout_prob": 0,
            "attention_probs_dropout_prob": 0},
  "text": {"preprocess": ["lower_case"], "max_size": 60},
  "split": {"train": 0.9, "validation": 0.1, "test": 0},
  "training": {"epochs": 4, "epoch_steps": 60, "batch_size": 8,
               "rows": {"length": 32, "last_length": 64, "last_part": 0.25},
               "masking": {"share": 0.3, "last_share": 0.15},
               "optimizer": {"name": "adamw", "rate": 0.006}, "clip": 1}})";

TrainOptions masked_options(const test::TempFolder& folder, const std::string& out) {
  TrainOptions options;
  options.recipe = folder.write("masked.json", kMaskedRecipe);
  options.data = {folder.write("a.txt", test::counting_text(300, 1)),
                  folder.write("b.txt", test::counting_text(100, 2))};
  options.out = folder.path(out);
  return options;
}

PackOptions packing_of(const TrainOptions& options, const std::string& out) {
  PackOptions packing;
  packing.recipe = options.recipe;
  packing.data = options.data;
  packing.out = out;
  return packing;
}

nlohmann::json to_the_end(TrainingRun& run) {
  while (run.step()) {
  }
  return run.finish();
}

std::string bytes_of_weights(const test::TempFolder& folder, const std::string& model) {
  return folder.read(model + "/model.safetensors");
}

}  // namespace

TEST_CASE("hidden words are learned, reported by corpus, and asked of the folder",
          "[session][masked-words]") {
  const test::TempFolder folder;
  TrainOptions options = masked_options(folder, "model");
  options.set = {"training.epoch_steps=150", "training.optimizer.rate=0.004", "training.masking.share=0.15"};
  options.test = {folder.write("c.txt", test::counting_text(20, 3))};
  TrainingRun run(options);
  CHECK(test::contains(run.description(), "Rows: 3 epochs of 8 rows of up to 32 tokens a step"));
  CHECK(test::contains(run.description(), "Rows: 1 epochs of 4 rows of up to 64 tokens a step"));
  const nlohmann::json result = to_the_end(run);
  CHECK(result["train"].is_null());
  // A word is told by those beside it; ten are equally frequent.
  for (const char* part : {"validation", "test"}) CHECK(result[part]["accuracy"].get<double>() > 0.3);
  REQUIRE(result["validation"]["corpora"].size() == 2);
  CHECK(result["validation"]["corpora"][1]["name"] == "b.txt");
  CHECK(result["validation"]["n"] == result["validation"]["corpora"][0]["n"].get<int>() +
                                         result["validation"]["corpora"][1]["n"].get<int>());
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.path()))  // of the run alone nothing is left
    CHECK_FALSE(test::contains(entry.path().string(), "model."));

  const Model model = Model::open(options.out);
  CHECK(model.info().architecture == "BertForMaskedLM");
  const nlohmann::json config = nlohmann::json::parse(folder.read("model/config.json"));
  CHECK(config["model_type"] == "bert");
  CHECK(config["vocab_size"].get<int>() <= 60);
  CHECK_FALSE(config.contains("architecture"));
  const Evaluation measured = evaluate(options.out, options.test, "");
  CHECK(measured.result["test"]["n"] == result["test"]["n"]);
  CHECK(measured.result["test"]["loss"].get<double>() ==
        Approx(result["test"]["loss"].get<double>()).epsilon(1e-5));
}

TEST_CASE("a run that was stopped anywhere ends with the same bits", "[session][masked-words]") {
  const test::TempFolder folder;
  TrainingRun whole(masked_options(folder, "whole"));
  to_the_end(whole);
  for (int steps : {1, 60, 95, 200}) {
    CAPTURE(steps);
    TrainOptions options = masked_options(folder, "parts");
    {
      TrainingRun run(options);
      for (int i = 0; i < steps; ++i) run.step();
      CHECK(run.keep());
    }
    CHECK(std::filesystem::exists(folder.path("parts.tokens")));
    options.resume = true;
    TrainingRun run(options);
    to_the_end(run);
    CHECK(bytes_of_weights(folder, "parts") == bytes_of_weights(folder, "whole"));
  }
}

TEST_CASE("a packed corpus is learned from as its texts are: rows, checkpoints, figures, folder",
          "[session][masked-words]") {
  const test::TempFolder folder;
  TrainOptions options = masked_options(folder, "texts");
  const PackOptions packing = packing_of(options, folder.path("c.packed"));
  const Packed made = pack(packing);
  CHECK(std::filesystem::file_size(packing.out) == static_cast<uintmax_t>(made.bytes));
  for (const std::string& name : folder.names()) CHECK_FALSE(test::contains(name, "c.packed."));
  const auto stopped = [&] {  // after a while, to be gone on with
    TrainingRun run(options);
    CHECK(test::contains(run.description(), std::to_string(made.train) + " tokens to train, " +
                                                std::to_string(made.held_out) + " validation"));
    for (int step = 0; step < 70; ++step) run.step();
    run.keep();
    return options.out;
  };
  const std::string texts = stopped();
  options.data = {packing.out};
  options.out = folder.path("packed");
  stopped();
  CHECK(folder.read("packed.checkpoint.safetensors") == folder.read("texts.checkpoint.safetensors"));
  CHECK_FALSE(std::filesystem::exists(folder.path("packed.tokens")));

  options.resume = true;
  options.out = texts;  // begun from texts, gone on with elsewhere
  TrainingRun elsewhere(options);
  const nlohmann::json result = to_the_end(elsewhere);
  TrainOptions whole = masked_options(folder, "whole");
  TrainingRun run(whole);
  const nlohmann::json expected = to_the_end(run);
  for (const char* file : {"model.safetensors", "tokenizer.json", "tokenizer_config.json", "config.json"})
    CHECK(folder.read(std::string("texts/") + file) == folder.read(std::string("whole/") + file));
  for (const char* figure : {"loss", "accuracy", "n", "tokens"})
    CHECK(result["validation"][figure] == expected["validation"][figure]);
  const nlohmann::json measured = evaluate(whole.out, {packing.out}, "").result;
  CHECK(measured["test"]["n"] == expected["validation"]["n"]);
  CHECK(measured["test"]["accuracy"] == expected["validation"]["accuracy"]);
}

TEST_CASE("a packed corpus that a run does not fit is refused", "[session][masked-words]") {
  const test::TempFolder folder;
  TrainOptions options = masked_options(folder, "c");
  PackOptions packing = packing_of(options, folder.path("c.tokens"));
  packing.tokens = pack(packing).train / 2;
  CHECK(pack(packing).train < packing.tokens);
  const auto message = [&](auto change) {
    TrainOptions changed = options;
    changed.data = {packing.out};
    changed.out = folder.path("other");
    change(changed);
    return test::message_of([&] { TrainingRun run(changed); });
  };
  CHECK(test::contains(message([](TrainOptions& o) { o.split_seed = 5; }), "held out by the seed 0"));
  CHECK(test::contains(message([&](TrainOptions& o) { o.data.push_back(options.data[0]); }),
                       "is a packed corpus beside 1 other files"));
  CHECK(test::contains(message([&](TrainOptions& o) {
                         o.data = options.data;
                         o.out = options.out;
                       }),
                       "would be overwritten by this run's tokens"));
  options.epochs = 1;
  options.out = folder.path("model");
  options.set = {"training.epoch_steps=2"};
  std::string others;
  for (int line = 0; line < 60; ++line) others += "one two three four five six\n\n";
  options.data = {folder.write("others.txt", others)};
  TrainingRun few(options);
  to_the_end(few);
  CHECK(test::contains(message([&](TrainOptions& o) { o.from = options.out; }),
                       "pack it with heed pack --from"));
  packing.from = options.out;
  pack(packing);
  CHECK(message([&](TrainOptions& o) { o.from = options.out; }).empty());
  packing.data = {packing.out};
  CHECK(test::contains(test::message_of([&] { pack(packing); }), "is packed already"));
  packing.recipe = folder.write("labels.json", R"({"task": "token-labels"})");
  CHECK(test::contains(test::message_of([&] { pack(packing); }), "recipe of the task token-labels"));
}

TEST_CASE("a folder goes on to be pretrained with the pieces that it has", "[session][masked-words]") {
  const test::TempFolder folder;
  TrainOptions options = masked_options(folder, "first");
  options.epochs = 1;
  TrainingRun first(options);
  to_the_end(first);
  options.from = options.out;
  options.out = folder.path("second");
  options.set = {"training.masking.unit=spans", "training.epoch_steps=0", "storage=float16"};
  TrainingRun second(options);
  to_the_end(second);
  CHECK(folder.read("second/tokenizer.json") == folder.read("first/tokenizer.json"));
  CHECK(bytes_of_weights(folder, "second").size() < bytes_of_weights(folder, "first").size() * 6 / 10);
  CHECK(Model::open(options.out).info().architecture == "BertForMaskedLM");
}

TEST_CASE("what hidden words cannot be learned from is said", "[session][masked-words]") {
  const test::TempFolder folder;
  auto message = [&](auto change) {
    TrainOptions options = masked_options(folder, "none");
    change(options);
    return test::message_of([&] { TrainingRun run(options); });
  };
  CHECK(test::contains(message([](TrainOptions& o) { o.set = {"model.heads=3"}; }),
                       "\"model.heads\" is not a setting of bert"));
  CHECK(test::contains(message([](TrainOptions& o) { o.set = {"model.vocab_size=30"}; }),
                       "\"model.vocab_size\" is not a setting of bert"));
  CHECK(test::contains(message([](TrainOptions& o) { o.set = {"training.masking.masked=0.95"}; }),
                       "expected no more than 1 together"));
  CHECK(test::contains(message([&](TrainOptions& o) { o.data = {folder.write("d.txt", "w1 w2\n")}; }),
                       "tokens are left to train on"));
  CHECK(test::contains(message([](TrainOptions& o) {
                         o.set = {"task=classification", "data.format=csv"};
                       }),
                       "["));
}
