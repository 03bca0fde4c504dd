// Runs of every task that trains a network, shared by ranks: the bits that one process would write.
#include <cstring>

#include "engine/format/safetensors.h"
#include "engine/session/training/ranks.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/ranks/played_ranks.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

constexpr int64_t kSteps = 50;

// The first steps of a run by so many ranks, which writes what it has learned.
std::map<std::string, Tensor> shared_run(int size, const TrainOptions& options) {
  as_ranks(size, [&](Ranks& ranks) {
    if (ranks.rank() > 0) return follow(ranks, options);
    TrainPlaces places;
    places.ranks = size > 1 ? &ranks : nullptr;
    TrainingRun run(options, places);
    CHECK(contains(run.description(), ", " + std::to_string(size) + " ranks") == (size > 1));
    int64_t done = 0;
    while (run.step() && ++done < kSteps) {
    }
    run.finish();
  });
  return read_safetensors_file(options.out + "/model.safetensors").tensors;
}

void check_shared(TrainOptions options, const TempFolder& folder) {
  options.set.push_back("training.batch_parts=4");
  options.out = folder.path("alone");
  const auto alone = shared_run(1, options);
  for (int size : {2, 3}) {
    options.out = folder.path("shared" + std::to_string(size));
    const auto found = shared_run(size, options);
    REQUIRE(found.size() == alone.size());
    for (const auto& [name, tensor] : alone) {
      CAPTURE(size, name);
      CHECK(std::memcmp(found.at(name).raw(), tensor.raw(), tensor.bytes()) == 0);
    }
  }
}

constexpr const char* kTraining = R"("training": {"epochs": 20, "batch_size": 12,
    "optimizer": {"name": "adamw", "rate": 0.001}, "clip": 1})";

constexpr const char* kPiecesAndPhrases =
    R"({"ngrams": {"min": 2, "max": 3, "buckets": 64}, "phrases": {"max": 2, "min_freq": 1}})";

std::string drops(const std::string& path, double rate) {
  nlohmann::json config = nlohmann::json::parse(read_file(path + "/config.json"));
  for (const char* key : {"hidden_dropout_prob", "attention_probs_dropout_prob", "attention_dropout",
                          "embedding_dropout", "mlp_dropout", "classifier_dropout"})
    if (config.contains(key)) config[key] = rate;
  write_file_atomically(path + "/config.json", config.dump());
  return path;
}

// Words "w7" and "w8" say which of two classes a text has; `format` is csv, columns or questions.
std::string rows_in(const std::string& format) {
  Random random(3);
  std::string rows = format == "csv" ? "text,label\n" : "";
  for (int i = 0; i < 90; ++i) {
    const size_t length = 2 + random.below(12), told = random.below(length);
    const std::string which = random.below(2) == 1 ? "w7" : "w8";
    if (format == "questions") rows += "w9\t";
    for (size_t n = 0; n < length; ++n) {
      const std::string word = n == told ? which : "w" + std::to_string(10 + random.below(30));
      if (format == "columns")
        rows += word + (n == told ? " X\n" : " O\n");
      else
        rows += (n > 0 ? " " : "") + word;
    }
    rows += format == "columns" ? "\n" : (format == "csv" ? "," : "\t") + which + "\n";
  }
  return rows;
}

TrainOptions fine_tuned(const TempFolder& folder, const std::string& task, const std::string& format) {
  TrainOptions options;
  const std::string data = format == "questions" ? "" : R"("data": {"format": ")" + format + R"("}, )";
  options.recipe = folder.write(
      "tune.json", R"({"task": ")" + task + "\", " + data +
                       R"("split": {"train": 0.8, "validation": 0.2, "test": 0}, )" + kTraining + "}");
  options.data = {folder.write("rows.txt", rows_in(format))};
  return options;
}

}  // namespace

TEST_CASE("Texts are classified by what ranks have learned together", "[session][ranks]") {
  const auto architecture = GENERATE(as<std::string>{}, "request-classifier", "sentence-classifier");
  const TempFolder folder;
  TrainOptions options;
  const bool sentence = architecture == "sentence-classifier";
  options.recipe = folder.write("rows.json", R"({"data": {"format": "csv"}, "seed": 3,
    "split": {"train": 0.8, "validation": 0.2, "test": 0}, "storage": "float32",
    "text": )" + std::string(sentence ? kPiecesAndPhrases : "{}") +
                                                 R"(, "model": {"architecture": ")" + architecture +
                                                 R"(", "dropout": 0.2}, )" + kTraining + "}");
  options.set = {"training.class_weights=balanced", "training.word_dropout=0.1"};
  options.data = {folder.write("rows.csv", rows_in("csv"))};
  check_shared(options, folder);
}

TEST_CASE("Encoders are fine-tuned by ranks: classes, labels of words, answers", "[session][ranks]") {
  const auto [task, format] = GENERATE(table<std::string, std::string>(
      {{"classification", "csv"}, {"token-labels", "columns"}, {"questions", "questions"}}));
  const TempFolder folder;
  TrainOptions options = fine_tuned(folder, task, format);
  options.from = drops(write_tiny(folder, "bert_tiny"), 0.1);
  CAPTURE(task);
  check_shared(options, folder);
}

TEST_CASE("ModernBERT is fine-tuned by ranks, layers computed again", "[session][ranks]") {
  const TempFolder folder;
  TrainOptions options = fine_tuned(folder, "classification", "csv");
  options.from = drops(write_tiny_modern(folder), 0.1);
  options.set = {"training.recompute=true", "training.accumulate=2"};
  check_shared(options, folder);
}

TEST_CASE("Hidden words are learned by ranks", "[session][ranks][masked-words]") {
  const TempFolder folder;
  TrainOptions options;
  options.recipe = folder.write("masked.json", R"({"task": "masked-words",
    "model": {"architecture": "bert", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2,
              "intermediate_size": 64, "max_position_embeddings": 64, "hidden_dropout_prob": 0.1,
              "attention_probs_dropout_prob": 0.1},
    "text": {"preprocess": ["lower_case"], "max_size": 60},
    "split": {"train": 0.9, "validation": 0.1, "test": 0},
    "training": {"epochs": 5, "epoch_steps": 10, "batch_size": 8,
                 "rows": {"length": 32, "last_length": 64, "last_part": 0.25},
                 "masking": {"share": 0.3, "last_share": 0.15},
                 "optimizer": {"name": "adamw", "rate": 0.002, "epsilon": 1e-4}, "clip": 1}})");
  options.data = {folder.write("a.txt", counting_text(300, 1))};
  check_shared(options, folder);
}

TEST_CASE("What ranks cannot share is refused", "[session][ranks]") {
  const TempFolder folder;
  TrainOptions options;
  options.recipe = folder.write("pieces.json", R"({"model": {"architecture": "wordpiece"}})");
  options.data = {folder.write("a.txt", counting_text(10, 1))};
  options.out = folder.path("out");
  const auto refusal = [&] {
    return message_of([&] {
      as_ranks(2, [&](Ranks& ranks) {
        if (ranks.rank() > 0) return follow(ranks, options);
        TrainPlaces places;
        places.ranks = &ranks;
        TrainingRun(options, places).step();
      });
    });
  };
  CHECK(contains(refusal(), "trains no network, so several processes cannot share its steps"));
  options.recipe = folder.write("hard.json", R"({"data": {"format": "csv"},
    "model": {"architecture": "request-classifier", "mechanism": "hard"}, )" +
                                                 std::string(kTraining) + "}");
  options.data = {folder.write("rows.csv", rows_in("csv"))};
  CHECK(contains(refusal(), "[train] this network reads all texts of a step beside each other"));
}
