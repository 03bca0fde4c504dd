// A network that writes, as the command line makes it: text files, byte pairs of their own, a folder that
// opens and goes on with a text.
#include <filesystem>

#include "engine/session/training/pack.h"
#include "engine/session/training/training.h"
#include "engine/session/writing/writer.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

constexpr const char* kNextRecipe = R"({"task": "next-word",
  "model": {"architecture": "gpt2", "n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 32,
            "embd_pdrop": 0, "attn_pdrop": 0, "resid_pdrop": 0},
  "text": {"max_size": 290},
  "split": {"train": 0.9, "validation": 0.1, "test": 0},
  "training": {"epochs": 3, "epoch_steps": 40, "batch_size": 8, "rows": {"length": 32},
               "optimizer": {"name": "muon", "rate": 0.01, "muon": {"scale": "rms"}}, "clip": 1}})";

TrainOptions next_options(const test::TempFolder& folder, const std::string& out) {
  TrainOptions options;
  options.recipe = folder.write("next.json", kNextRecipe);
  options.data = {folder.write("a.txt", test::counting_text(300, 1)),
                  folder.write("b.txt", test::counting_text(100, 2))};
  options.out = folder.path(out);
  return options;
}

nlohmann::json whole_run(const TrainOptions& options) {
  TrainingRun run(options);
  while (run.step()) {
  }
  return run.finish();
}

std::string weights_in(const test::TempFolder& folder, const std::string& model) {
  return folder.read(model + "/model.safetensors");
}

}  // namespace

TEST_CASE("next words are learned, reported by corpus, and written", "[session][next-word]") {
  const test::TempFolder folder;
  const TrainOptions options = next_options(folder, "model");
  const nlohmann::json result = whole_run(options);
  CHECK(result["train"].is_null());
  CHECK(result["validation"]["accuracy"].get<double>() > 0.6);  // one word follows from the one before it
  CHECK(result["validation"]["perplexity"].get<double>() < 4);
  REQUIRE(result["validation"]["corpora"].size() == 2);
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.path()))  // of the run alone nothing is left
    CHECK_FALSE(test::contains(entry.path().string(), "model."));

  const nlohmann::json config = nlohmann::json::parse(folder.read("model/config.json"));
  CHECK(config["architectures"] == nlohmann::json{"GPT2LMHeadModel"});
  CHECK(config["model_type"] == "gpt2");
  CHECK(config["eos_token_id"] == 0);
  const Model model = Model::open(options.out);
  Writer writer(model, "w3 w4", {0, 0, 1, 0});
  for (int i = 0; i < 4; ++i) writer.write();
  CHECK(test::contains(writer.text(), " w5 w6"));

  const std::vector<std::string> test = {folder.write("c.txt", test::counting_text(40, 3))};
  const Evaluation measured = evaluate(options.out, test, "");
  CHECK(measured.result["test"]["accuracy"].get<double>() > 0.6);
}

TEST_CASE("Llama's layout is learned, kept and written with, too", "[session][next-word][llama]") {
  const test::TempFolder folder;
  TrainOptions options = next_options(folder, "model");
  nlohmann::json recipe = nlohmann::json::parse(kNextRecipe);
  recipe["model"] = {{"architecture", "llama"},       {"hidden_size", 32},          {"num_hidden_layers", 2},
                     {"num_attention_heads", 4},      {"num_key_value_heads", 2},   {"intermediate_size", 64},
                     {"max_position_embeddings", 32}, {"tie_word_embeddings", true}};
  options.recipe = folder.write("llama.json", recipe.dump());
  CHECK(whole_run(options)["validation"]["accuracy"].get<double>() > 0.6);
  const nlohmann::json config = nlohmann::json::parse(folder.read("model/config.json"));
  CHECK(config["architectures"] == nlohmann::json{"LlamaForCausalLM"});
  CHECK(config["model_type"] == "llama");
  CHECK(config["num_key_value_heads"] == 2);
  const Model model = Model::open(options.out);
  Writer writer(model, "w3 w4", {0, 0, 1, 0});
  for (int i = 0; i < 4; ++i) writer.write();
  CHECK(test::contains(writer.text(), " w5 w6"));
}

TEST_CASE("a run of next words that was stopped ends with the same bits", "[session][next-word]") {
  const test::TempFolder folder;
  whole_run(next_options(folder, "whole"));
  TrainOptions options = next_options(folder, "parts");
  {
    TrainingRun run(options);
    for (int i = 0; i < 55; ++i) run.step();
    CHECK(run.keep());
  }
  options.resume = true;
  whole_run(options);
  CHECK(weights_in(folder, "parts") == weights_in(folder, "whole"));
}

TEST_CASE("packed, next words are learned alike; a folder is gone on with", "[session][next-word]") {
  const test::TempFolder folder;
  TrainOptions options = next_options(folder, "texts");
  const nlohmann::json before = whole_run(options);
  PackOptions packing;
  packing.recipe = options.recipe;
  packing.data = options.data;
  packing.out = folder.path("c.packed");
  pack(packing);
  options.data = {packing.out};
  options.out = folder.path("packed");
  whole_run(options);
  CHECK(weights_in(folder, "packed") == weights_in(folder, "texts"));

  TrainOptions further = next_options(folder, "further");
  further.from = folder.path("texts");
  const nlohmann::json after = whole_run(further);
  CHECK(after["validation"]["loss"].get<double>() < before["validation"]["loss"].get<double>() + 0.02);
  CHECK(after["before"].is_null());
}

TEST_CASE("networks and tasks that do not belong together are named", "[session][next-word]") {
  const test::TempFolder folder;
  TrainOptions options = next_options(folder, "model");
  options.set = {"task=masked-words"};
  CHECK(test::contains(test::message_of([&] { TrainingRun run(options); }), "GPT2ForMaskedLM"));
  options.set = {};
  nlohmann::json recipe = nlohmann::json::parse(kNextRecipe);
  recipe["model"] = {{"architecture", "bert"}, {"hidden_size", 32}, {"num_attention_heads", 2}};
  options.recipe = folder.write("bert.json", recipe.dump());
  CHECK_THAT(test::message_of([&] { TrainingRun run(options); }), Catch::Contains("BertForCausalLM"));
}
