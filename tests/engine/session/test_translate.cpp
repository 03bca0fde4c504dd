// A model that turns words round is trained, kept, opened again and asked; what is no such model says so.
#include "engine/session/translating/translate.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/session/models/quantize.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

// Letters, twice as often as not the same ones: learned within a second.
std::string recipe_file(const TempFolder& folder, const std::string& architecture) {
  const std::string sizes = architecture == "recurrent-translator"
                                ? R"(, "embedding": 16, "hidden": 16, "attention": 16})"
                                : R"(, "d_model": 16, "encoder_layers": 1, "decoder_layers": 1,
              "encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 32,
              "decoder_ffn_dim": 32, "max_position_embeddings": 40, "dropout": 0})";
  return folder.write(architecture + ".json",
                      R"({"task": "translate",
    "model": {"architecture": ")" +
                          architecture + "\"" + sizes + R"(,
    "data": {"toy": "reverse", "toy_examples": 300, "toy_length": 1},
    "text": {"max_size": 257}, "split": {"train": 0.8, "validation": 0.1, "test": 0.1},
    "training": {"epochs": 2, "batch_size": 16, "label_smoothing": 0.1,
                 "optimizer": {"name": "adam", "rate": 0.01}}})");
}

nlohmann::json trained(const TempFolder& folder, const std::string& architecture) {
  TrainOptions options;
  options.recipe = recipe_file(folder, architecture);
  options.out = folder.path() + "/" + architecture;
  TrainingRun run(options);
  while (run.step()) {
  }
  return run.finish();
}

}  // namespace

TEST_CASE("words of the network's own stand among those that it is told, more of them as it goes on",
          "[session][sequence]") {
  const TempFolder folder;
  for (const std::string architecture : {"marian", "recurrent-translator"}) {
    const auto run_with = [&](const std::string& share, int threads) {
      TrainOptions options;
      options.recipe = recipe_file(folder, architecture);
      options.out = folder.path() + "/" + architecture + share;
      options.threads = threads;
      options.set = {"training.scheduled_sampling=" + share, "training.epochs=3"};
      TrainingRun run(options);
      std::vector<double> losses;
      while (run.step()) losses.push_back(run.progress().step_loss);
      return losses;
    };
    const std::vector<double> told = run_with("0", 1), own = run_with("0.9", 1), again = run_with("0.9", 2);
    REQUIRE(told.size() == own.size());
    CHECK(told[0] == own[0]);  // none yet
    CHECK(own == again);       // for any number of threads
    CHECK(own != told);
    CHECK(own.back() < 0.9 * own.front());  // it learns all the same
  }
}

TEST_CASE("a model that translates is trained, kept and asked", "[session][sequence]") {
  const TempFolder folder;
  const std::string architecture = GENERATE("marian", "pegasus");
  const nlohmann::json metrics = trained(folder, architecture);
  const nlohmann::json& test = metrics["test"];
  CHECK(test["loss"].get<double>() < 4);
  CHECK(test["written"] == test["n"]);
  CHECK(test["bleu_signature"] == "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp");
  CHECK(test["samples"].size() == 5);
  for (const nlohmann::json& sample : test["samples"])
    CHECK(sample["source"] == sample["reference"]);  // one word

  const Model model = Model::open(folder.path() + "/" + architecture);
  CHECK(model.info().architecture ==
        (architecture == "marian" ? "MarianMTModel" : "PegasusForConditionalGeneration"));
  TranslateOptions options;
  options.beam = 3;
  options.tokens = 12;
  options.every_map = true;
  const Translation found = translate(model, "abc", options);
  REQUIRE(found.source_tokens.size() == 4);
  CHECK(found.source_tokens[3].special);
  REQUIRE(found.attention.size() == 3);
  CHECK(found.alternatives.size() == 2);
  double log_probability = 0;
  for (const NextToken& token : found.target_tokens) log_probability += std::log(token.probability);
  CHECK(log_probability == Approx(found.log_probability).margin(1e-4));
  for (const AttentionMap& map : found.attention) {
    const bool reads = contains(map.name, "encoder.");
    CHECK(map.S == (map.kind == "cross" || reads ? 4 : static_cast<int64_t>(found.target_tokens.size())));
    for (int64_t row = 0; row < map.H * map.T; ++row) {
      double sum = 0;
      for (int64_t s = 0; s < map.S; ++s)
        sum += static_cast<double>(map.weights[static_cast<size_t>(row * map.S + s)]);
      CHECK(sum == Approx(1).margin(1e-5));
    }
  }
  const nlohmann::json written = to_json(found);
  CHECK(written["attention"].back()["weights"][0].size() == found.target_tokens.size());
  CHECK(translate(model, "").target.empty());
  CHECK(contains(message_of([&] { translate(model, std::string(60, 'a')); }), "61 tokens with its end"));
  CHECK(contains(message_of([&] { model.analyse("abc"); }), "heed translate"));
  options.beam = 0;
  CHECK(contains(message_of([&] { check_options(options); }), "expected 1 to 64"));

  // Measured again on a file of one's own.
  const std::string file = folder.write("pairs.tsv", "abc\tabc\nxyz\txyz\n");
  const Evaluation again = evaluate(folder.path() + "/" + architecture, {file}, "", {}, "cpu");
  CHECK(again.result["test"]["n"] == 2);
}

TEST_CASE("a recurrent network that translates is trained, kept, made small and asked",
          "[session][sequence]") {
  const TempFolder folder;
  const nlohmann::json metrics = trained(folder, "recurrent-translator");
  CHECK(metrics["test"]["loss"].get<double>() < 5);
  const std::string place = folder.path() + "/recurrent-translator", small = folder.path() + "/small";
  quantize(place, small);
  const Model model = Model::open(place), int8 = Model::open(small);
  CHECK(model.info().architecture == "RecurrentTranslatorModel");
  CHECK(int8.info().int8);
  CHECK(int8.info().bytes < model.info().bytes);
  TranslateOptions options;
  options.tokens = 12;
  const Translation found = translate(model, "abc", options), other = translate(int8, "abc", options);
  REQUIRE(found.attention.size() == 1);
  CHECK(found.attention[0].kind == "cross");
  double log_probability = 0;
  for (const NextToken& token : found.target_tokens) log_probability += std::log(token.probability);
  CHECK(log_probability == Approx(found.log_probability).margin(1e-4));
  REQUIRE(other.attention[0].weights.size() >= 4);
  for (size_t s = 0; s < 4; ++s)  // whatever is written, the first token looks at the same source
    CHECK(other.attention[0].weights[s] == Approx(found.attention[0].weights[s]).margin(0.02));
  // Drawn: the same seed draws the same, another one something else.
  options.temperature = 1.5;
  const auto drawn = [&](uint64_t seed) {
    options.seed = seed;
    const Translation text = translate(model, "abc", options);
    double sum = 0;
    for (const NextToken& token : text.target_tokens) sum += std::log(token.probability);
    CHECK(sum == Approx(text.log_probability).margin(1e-3));
    CHECK(text.alternatives.empty());
    return text.target;
  };
  CHECK(drawn(1) == drawn(1));
  CHECK((drawn(1) != drawn(2) || drawn(3) != drawn(4)));
  options.top_k = 1;
  CHECK(drawn(5) == drawn(6));
  options = {};
  options.tokens = 12;
  // Its states have no places: a text may be as long as one likes.
  CHECK_FALSE(translate(model, std::string(300, 'a'), options).target_tokens.empty());
}

namespace {

double at(const AttentionMap& map, int64_t h, int64_t t, int64_t s) {
  return static_cast<double>(map.weights[static_cast<size_t>((h * map.T + t) * map.S + s)]);
}

// Rows are the softmax of their scores.
void check_scores(const AttentionMap& map, const std::vector<float>& scores) {
  REQUIRE(scores.size() == map.weights.size());
  for (size_t row = 0; row < scores.size(); row += static_cast<size_t>(map.S)) {
    double total = 0;
    for (size_t s = row; s < row + static_cast<size_t>(map.S); ++s)
      total += std::exp(static_cast<double>(scores[s]));
    for (size_t s = row; s < row + static_cast<size_t>(map.S); ++s)
      CHECK(map.weights[s] == Approx(std::exp(static_cast<double>(scores[s])) / total).margin(1e-5));
  }
}

// From the leaf back to the first token.
void check_tree(const Translation& found) {
  std::vector<int> ids;
  for (int node = found.leaf; node >= 0; node = found.tree[static_cast<size_t>(node)].parent) {
    const WeighedToken& token = found.tree[static_cast<size_t>(node)];
    CHECK(token.parent < node);
    CHECK(token.fate != "dropped");
    ids.insert(ids.begin(), token.token.id);
  }
  std::vector<int> written;
  for (const NextToken& token : found.target_tokens) written.push_back(token.id);
  CHECK(ids == written);
  CHECK(found.tree[static_cast<size_t>(found.leaf)].log_probability ==
        Approx(found.log_probability).margin(1e-6));
}

}  // namespace

TEST_CASE("what a text looks at is changed while it is written", "[session][sequence]") {
  const TempFolder folder;
  const std::string architecture = GENERATE("marian", "recurrent-translator");
  trained(folder, architecture);
  const Model model = Model::open(folder.path() + "/" + architecture);
  TranslateOptions options;
  options.forced = {5, 6};  // it would end at once
  options.tokens = 6;
  const Translation plain = translate(model, "abc", options);
  CHECK_FALSE(plain.unedited.has_value());
  REQUIRE(plain.scores.size() == 1);
  check_scores(plain.attention[0], plain.scores[0]);
  check_tree(plain);

  // The last token of the source is never looked at: the others share what it had.
  options.edits = {"*.*.*.3=0"};
  const Translation hidden = translate(model, "abc", options);
  REQUIRE(hidden.unedited.has_value());
  CHECK(hidden.unedited->target == plain.target);
  check_tree(hidden);
  const AttentionMap &before = plain.attention[0], &after = hidden.attention[0];
  for (int64_t h = 0; h < after.H; ++h) {
    for (int64_t t = 0; t < after.T; ++t) CHECK(at(after, h, t, 3) == 0);
    for (int64_t s = 0; s < 3; ++s)  // of the first token, which nothing but its own edit changes
      CHECK(at(after, h, 0, s) == Approx(at(before, h, 0, s) / (1 - at(before, h, 0, 3))).margin(1e-5));
  }
  check_scores(before, plain.scores[0]);

  // A token looks elsewhere, in one head: what was written before it stays.
  options.edits = {"0.0.1.only=2"};
  const Translation moved = translate(model, "abc", options);
  REQUIRE(moved.attention[0].T > 1);
  for (int64_t s = 0; s < 4; ++s) {
    CHECK(at(moved.attention[0], 0, 1, s) == (s == 2 ? 1 : 0));
    CHECK(at(moved.attention[0], 0, 0, s) == Approx(at(before, 0, 0, s)).margin(1e-5));
  }
  CHECK(moved.target_tokens[0].probability == Approx(plain.target_tokens[0].probability).margin(1e-5));
  const nlohmann::json written = to_json(moved);
  CHECK(written["edits"] == nlohmann::json({"0.0.1.only=2"}));
  CHECK(written["unedited"]["target"] == plain.target);

  const auto said = [&](const std::string& edit) {
    options.edits = {edit};
    return message_of([&] {
      check_options(options);
      translate(model, "abc", options);
    });
  };
  CHECK(contains(said("0.0.1.only=9"), "0.0.1.only=9: there are 4 keys"));
  CHECK(contains(said("0.9.1.only=1"), "heads"));
  CHECK(contains(said("3.0.1.only=1"), "maps are of 1 layer"));
  CHECK(contains(said("token.1.hide"), "words by typing others"));
  CHECK(contains(said("nonsense"), "is none: expected"));
}

TEST_CASE("what does not translate says so", "[session][sequence]") {
  const TempFolder folder;
  const Model model = Model::open(write_tiny(folder, "bert_tiny"));
  CHECK(contains(message_of([&] { translate(model, "a"); }),
                 "only a model that reads one text and writes another"));
}
