// Encoders learn on a GPU what they learn on the CPU: hidden words, classes and labels of words, in steps
// that are recorded once and repeated.
#ifndef __EMSCRIPTEN__

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/inside/trainee.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

// What is trained, as the command line says it.
struct WhatToTrain {
  Recipe recipe;
  TaskData data;
  std::string from;  // "": a new network
};

struct Trained : Ended {
  StepState state;
};

// A run on a device, which may be stopped after some steps and gone on with.
Trained trained_on(const Device& device, const WhatToTrain& asked, int64_t stop_after = 0) {
  TaskInput input{asked.recipe, asked.data};
  std::optional<session::FolderToTrain> from;
  if (!asked.from.empty()) {
    from.emplace(session::library_files_in(asked.from));
    input.text = from->text();
    input.max_tokens = from->max_tokens();
  }
  const std::unique_ptr<Task> made = task_of(asked.recipe.json, asked.recipe.name).make(input);
  const auto& task = dynamic_cast<const NetworkTask&>(*made);
  Checkpoint kept;
  Trained trained;
  for (bool ended = false; !ended;) {
    const auto trainee = from ? from->network(asked.recipe, task) : session::new_network(asked.recipe, task);
    Network& network = trainee->network();
    network.parameters().move_to(device);
    GradientSteps steps(task, network, device, training_options(asked.recipe));
    if (!kept.tensors.empty()) steps.resume(kept, "kept");
    while (steps.step() && !(kept.tensors.empty() && steps.state().step == stop_after)) {
    }
    ended = steps.position().ended;
    if (!ended) kept = steps.save();
    trained.state = steps.state();
    static_cast<Ended&>(trained) = {weights_of(network, device), steps.last().loss,
                                    trained.repeated + steps.repeated_steps(), steps.replay_problem()};
  }
  return trained;
}

// Rows of 16 tokens, then of 32, whose words are told by those beside them.
WhatToTrain hidden_words(const TempFolder& folder, const std::vector<std::string>& set = {}) {
  WhatToTrain asked;
  asked.recipe = session::load_recipe(folder.write("masked.json", R"({"task": "masked-words",
    "model": {"architecture": "bert", "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2,
              "intermediate_size": 32, "max_position_embeddings": 64, "hidden_dropout_prob": 0.1,
              "attention_probs_dropout_prob": 0},
    "text": {"preprocess": ["lower_case"], "max_size": 40},
    "split": {"train": 0.9, "validation": 0.1, "test": 0},
    "training": {"epochs": 4, "epoch_steps": 8, "batch_size": 16,
                 "rows": {"length": 16, "last_length": 32, "last_part": 0.25},
                 "masking": {"share": 0.2, "last_share": 0.15},
                 "optimizer": {"name": "adamw", "rate": 0.002, "weight_decay": 0.01}, "clip": 1}})"),
                                      set);
  asked.data.paths = {folder.write("a.txt", counting_text(300, 1))};
  return asked;
}

// Each word follows from the one before it.
WhatToTrain next_words(const TempFolder& folder, const std::vector<std::string>& set = {}) {
  WhatToTrain asked;
  asked.recipe = session::load_recipe(folder.write("next.json", R"({"task": "next-word",
    "model": {"architecture": "gpt2", "n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 32,
              "embd_pdrop": 0.1, "attn_pdrop": 0, "resid_pdrop": 0},
    "text": {"max_size": 300}, "split": {"train": 0.9, "validation": 0.1, "test": 0},
    "training": {"epochs": 4, "epoch_steps": 8, "batch_size": 16, "rows": {"length": 32},
                 "optimizer": {"name": "adamw", "rate": 0.002, "weight_decay": 0.01}, "clip": 1}})"),
                                      set);
  asked.data.paths = {folder.write("b.txt", counting_text(300, 2))};
  return asked;
}

// Words "w7" and "w8" say which of two classes a text has; their own labels say it, too.
std::string rows_of(bool labels_of_words, int count) {
  Random random(3);
  std::string rows = labels_of_words ? "" : "text,label\n";
  for (int i = 0; i < count; ++i) {
    const size_t length = 2 + random.below(12), told = random.below(length);
    const std::string which = random.below(2) == 1 ? "w7" : "w8";
    for (size_t n = 0; n < length; ++n) {
      const std::string word = n == told ? which : "w" + std::to_string(10 + random.below(30));
      const std::string label = n == told ? which : "O";
      rows += labels_of_words ? word + " " + label + "\n" : (n > 0 ? " " : "") + word;
    }
    rows += labels_of_words ? "\n" : "," + which + "\n";
  }
  return rows;
}

WhatToTrain fine_tuning(const TempFolder& folder, const std::string& model, const std::string& task,
                        double dropout) {
  const std::string path = write_tiny(folder, model);
  std::string config = read_file(path + "/config.json");
  nlohmann::json changed = nlohmann::json::parse(config);
  for (const char* key :
       {"hidden_dropout_prob", "attention_probs_dropout_prob", "dropout", "attention_dropout"})
    if (changed.contains(key)) changed[key] = dropout;
  folder.write(model + "/config.json", changed.dump());
  const bool of_words = task == "token-labels";
  WhatToTrain asked;
  asked.recipe =
      session::load_recipe(folder.write("tune.json", R"({"task": ")" + task + R"(", "data": {"format": ")" +
                                                         (of_words ? "columns" : "csv") + R"("},
        "split": {"train": 0.8, "validation": 0.2, "test": 0},
        "training": {"epochs": 5, "batch_size": 16, "optimizer": {"name": "adamw", "rate": 0.001}, "clip": 1}})"),
                           {});
  asked.data.paths = {folder.write("rows.csv", rows_of(of_words, 80))};
  asked.from = path;
  return asked;
}

void check_near(const Trained& found, const Trained& expected) {
  CHECK(found.loss == Approx(expected.loss).epsilon(5e-3));
  CHECK(found.state.answers == expected.state.answers);
  CHECK(found.state.tokens == expected.state.tokens);
  CHECK(found.state.correct == Approx(expected.state.correct).margin(2));
  CHECK(found.state.loss_sum == Approx(expected.state.loss_sum).epsilon(5e-3));
  double difference = 0, size = 0;
  REQUIRE(found.weights.size() == expected.weights.size());
  for (size_t i = 0; i < found.weights.size(); ++i) {
    difference += std::pow(static_cast<double>(found.weights[i] - expected.weights[i]), 2);
    size += std::pow(static_cast<double>(expected.weights[i]), 2);
  }
  CHECK(std::sqrt(difference / size) < 2e-3);
}

// As wide as units of matrices take, and no longer than has to be.
const std::vector<std::string> kWide{"model.hidden_size=64", "model.intermediate_size=64",
                                     "model.num_hidden_layers=1", "training.epochs=2",
                                     "training.rows.last_part=0.5"};

Device without_replay(Device gpu) {
  gpu.make_replay = nullptr;
  return gpu;
}

}  // namespace

TEST_CASE("hidden words are learned on a GPU in repeated steps as on the CPU",
          "[session][gpu][masked-words]") {
  const TempFolder folder;
  const WhatToTrain asked = hidden_words(folder);
  const Trained expected = trained_on(cpu::device(), asked);
  for (const Device& device : gpus()) {
    const Trained found = trained_on(device, asked);
    CAPTURE(device.description, found.problem);
    CHECK(found.problem.empty());
    CHECK(found.repeated > 16);  // of 32
    check_near(found, expected);
  }
}

TEST_CASE("repeated steps of hidden words end with the bits of steps that are not",
          "[session][gpu][masked-words]") {
  const TempFolder folder;
  const bool narrow = GENERATE(false, true);
  std::vector<std::string> set = narrow ? kWide : std::vector<std::string>();
  if (!narrow) set.push_back("model.attention_probs_dropout_prob=0.1");
  set.push_back("training.masking.unit=spans");
  const WhatToTrain asked = hidden_words(folder, set);
  const auto gpu = [&] { return played_gpu(size_t{1} << 30, narrow); };
  const Trained repeated = trained_on(gpu(), asked), launched = trained_on(without_replay(gpu()), asked);
  CAPTURE(narrow, repeated.problem);
  CHECK(repeated.problem.empty());
  CHECK(repeated.repeated > (narrow ? 6 : 16));
  CHECK(launched.repeated == 0);
  CHECK(repeated.weights == launched.weights);
  CHECK(repeated.state.loss_sum == launched.state.loss_sum);
  CHECK(repeated.state.correct == launched.state.correct);
  CHECK(repeated.state.answers == launched.state.answers);
}

TEST_CASE("steps in bfloat16 that drop nothing are recorded, too", "[session][gpu][masked-words][narrow]") {
  const TempFolder folder;
  std::vector<std::string> set = kWide;
  set.emplace_back("model.hidden_dropout_prob=0");
  const Trained found = trained_on(played_gpu(size_t{1} << 30, true), hidden_words(folder, set));
  CHECK(found.problem.empty());
  CHECK(found.repeated > 6);
}

TEST_CASE("hidden words are learned in bfloat16 nearly as in float32",
          "[session][gpu][masked-words][narrow]") {
  const TempFolder folder;
  const WhatToTrain asked = hidden_words(folder, kWide);
  const Device narrow = played_gpu(size_t{1} << 30, true);
  const Trained exact = trained_on(played_gpu(), asked), found = trained_on(narrow, asked);
  CHECK(asked_of(narrow).narrow_sums > 20);
  CHECK(found.weights != exact.weights);
  const auto mean = [](const Trained& t) { return t.state.loss_sum / static_cast<double>(t.state.answers); };
  CHECK(mean(found) == Approx(mean(exact)).margin(0.02));
}

TEST_CASE("hidden words: a run on a GPU that was resumed ends with the same bits",
          "[session][gpu][masked-words]") {
  const TempFolder folder;
  const WhatToTrain asked = hidden_words(folder);
  const int64_t stop_after = GENERATE(1, 11, 24);
  CHECK(trained_on(played_gpu(), asked, stop_after).weights == trained_on(played_gpu(), asked).weights);
}

TEST_CASE("next words are learned on a GPU in repeated steps as on the CPU", "[session][gpu][next-word]") {
  const TempFolder folder;
  const WhatToTrain asked = next_words(folder);
  const Trained expected = trained_on(cpu::device(), asked);
  for (const Device& device : gpus()) {
    const Trained found = trained_on(device, asked);
    CAPTURE(device.description, found.problem);
    CHECK(found.problem.empty());
    CHECK(found.repeated > 16);  // of 32
    check_near(found, expected);
    if (device.description == gpus().front().description)
      CHECK(trained_on(without_replay(played_gpu()), asked).weights == found.weights);
  }
}

TEST_CASE("encoders are fine-tuned on a GPU in repeated steps as on the CPU", "[session][gpu]") {
  const TempFolder folder;
  const int which = GENERATE(0, 1, 2);
  const std::string model = which == 1 ? "distilbert_tiny" : "bert_tiny",
                    task = which == 2 ? "token-labels" : "classification";
  const double dropout = which == 1 ? 0 : 0.1;
  const WhatToTrain asked = fine_tuning(folder, model, task, dropout);
  const Trained expected = trained_on(cpu::device(), asked);
  for (const Device& device : gpus()) {
    const Trained found = trained_on(device, asked);
    CAPTURE(device.description, model, task, dropout, found.problem);
    CHECK(found.problem.empty());
    CHECK(found.repeated > 6);  // of 20
    check_near(found, expected);
    if (device.description == gpus().front().description)
      CHECK(trained_on(without_replay(played_gpu()), asked).weights == found.weights);
  }
}

#endif
