// Runs in slices: paused, cancelled, killed after any step and gone on with, looked at on the way.
#include "engine/train/trainer.h"

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/sentence_classifier.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/train/small_run.h"
#ifndef __EMSCRIPTEN__
#include "tests/engine/kernels/devices.h"
#endif

using namespace heed;
using namespace heed::test;

namespace {

// What a run may be asked for: rules that leave idle rows of tables behind, in every way there is.
TrainingOptions kind(const std::string& optimizer) {
  TrainingOptions o = options(3);
  if (optimizer == "adamw, average") {
    o.optimizer.name = "adamw";
    o.optimizer.weight_decay = 0.1;
    o.optimizer.average = 0.9;
  } else if (optimizer == "sgd, momentum") {
    o.optimizer.name = "sgd";
    o.optimizer.momentum = 0.9;
    o.clip = 0.1;
  } else if (optimizer == "amsgrad, plateau") {
    o.optimizer.amsgrad = true;
    o.schedule.name = "plateau";
    o.schedule.patience = 0;
    o.schedule.threshold = 0.5;
  } else if (optimizer == "lamb" || optimizer == "muon") {
    o.optimizer.name = optimizer;
    o.optimizer.weight_decay = 0.1;
    o.optimizer.average = 0.9;
  } else if (optimizer == "accumulated") {
    o.batch_size = 8;
    o.accumulate = 2;
    o.layer_decay = 0.5;
  } else {
    o.schedule.name = "linear";
    o.schedule.warmup_epochs = 0.5;
    o.schedule.warmup_from_zero = true;
  }
  o.early_stopping = {"loss", 10};
  o.crops = {0.3, 2, 4};
  return o;
}

constexpr int kPhraseRows = 53;

Examples with_phrases(Examples all) {
  for (EncodedText& text : all.texts)
    for (int32_t id : text.ids) {
      text.phrases.push_back(5 * id % kPhraseRows);
      text.phrase_counts.push_back(1);
    }
  return all;
}

// Two tables, one of them in a parameter group of its own with l2, which moves idle rows too.
SentenceClassifier two_tables() {
  SentenceClassifier::Config config;
  config.embedding = 8;
  config.attention = 4;
  config.values = 8;
  config.dropout = 0.2;
  config.phrase_rate = 10;
  config.phrase_l2 = 1e-3;
  return SentenceClassifier(config, {kVocabulary, 0, kPhraseRows, 2}, uint64_t{5});
}

struct Data {
  Examples train = with_phrases(sentences(90, 3)), validation = with_phrases(sentences(30, 4));
};

// A run that is killed after each number of steps in `kills` and begun again from its checkpoint, all of it
// written to a store and read back; `looked_at`: with a snapshot after each step.
std::vector<float> weights_after(const Device& device, const TrainingOptions& o,
                                 const std::vector<int>& kills, bool looked_at = false) {
  const Data data;
  MemoryStore store;
  for (size_t part = 0; part <= kills.size(); ++part) {
    SentenceClassifier model = two_tables();
    model.parameters().move_to(device);
    const Classification task(o, kLabels, 0, data.train, data.validation);
    Trainer trainer(task, model, device, o, {&store, "checkpoint", "a run", 1e9});
    if (part > 0) trainer.resume();
    if (part < kills.size()) {
      trainer.run({kills[part], 0});
      trainer.keep();
      trainer.run({1, 0});  // what comes after the checkpoint is lost
      continue;
    }
    while (trainer.run({1, 0}) == RunState::kRunning)
      if (looked_at) trainer.gradient_steps().snapshot();
    trainer.gradient_steps().finish();
    return weights_of(model, device);
  }
  return {};
}

}  // namespace

TEST_CASE("Killed after any step and resumed, a run ends with the same bits", "[train]") {
  const std::string optimizer = GENERATE("adam, from zero", "adamw, average", "sgd, momentum",
                                         "amsgrad, plateau", "lamb", "muon", "accumulated");
  CAPTURE(optimizer);
  const TrainingOptions o = kind(optimizer);
  const std::vector<float> straight = weights_after(cpu::device(), o, {});
  Random random(11);
  for (int trial = 0; trial < 8; ++trial) {
    std::vector<int> kills{1 + static_cast<int>(random.below(16))};
    if (trial % 2 == 1)
      kills.push_back(1 + static_cast<int>(random.below(16 - static_cast<uint32_t>(kills[0]) + 1)));
    CAPTURE(kills);
    CHECK(weights_after(cpu::device(), o, kills) == straight);
  }
}

TEST_CASE("Looking at a run after every step does not change it", "[train]") {
  for (const char* optimizer : {"adam, from zero", "adamw, average", "sgd, momentum"}) {
    const TrainingOptions o = kind(optimizer);
    CHECK(weights_after(cpu::device(), o, {}, true) == weights_after(cpu::device(), o, {}));
  }
}

TEST_CASE("A snapshot within an epoch has the weights that a run stopped there would have", "[train]") {
  const Data data;
  for (const char* optimizer : {"adam, from zero", "adamw, average", "sgd, momentum"}) {
    TrainingOptions o = kind(optimizer);
    o.early_stopping.metric.clear();
    o.schedule.name = "constant";
    o.epochs = 1;
    SentenceClassifier model = two_tables();
    Run run(model, cpu::device(), o, data.train, data.validation);
    for (int i = 0; i < 4; ++i) run.step();
    const std::map<std::string, Tensor> seen = run.snapshot();
    run.finish();  // brings the weights themselves up to date
    for (const auto& [name, value] : model.parameters().values())
      CHECK(seen.at(name).values<float>() == value.values<float>());
  }
}

#ifndef __EMSCRIPTEN__
TEST_CASE("On a GPU, too, a run may be killed after any step", "[train][gpu]") {
  const TrainingOptions o = kind(GENERATE("adamw, average", "lamb", "muon", "accumulated"));
  const std::vector<float> straight = weights_after(played_gpu(), o, {});
  for (const std::vector<int>& kills : {std::vector<int>{1}, {4}, {6}, {9, 3}})
    CHECK(weights_after(played_gpu(), o, kills) == straight);
  CHECK(weights_after(played_gpu(), o, {}, true) == straight);
}

TEST_CASE("What a CPU began within an epoch a GPU can end, and the other way round", "[train][gpu]") {
  const Data data;
  const TrainingOptions o = kind(GENERATE("adamw, average", "lamb", "muon"));
  MemoryStore store;
  auto train = [&](const Device& device, int steps, bool resumed) {
    SentenceClassifier model = two_tables();
    model.parameters().move_to(device);
    const Classification task(o, kLabels, 0, data.train, data.validation);
    Trainer trainer(task, model, device, o, {&store, "c", "a run", 1e9});
    if (resumed) trainer.resume();
    trainer.run({steps, 0});
    trainer.keep();
    return trainer.gradient_steps().validation_report();
  };
  const double straight = train(cpu::device(), 100, false)["loss"];
  train(cpu::device(), 4, false);
  train(played_gpu(), 5, true);
  CHECK(train(cpu::device(), 100, true)["loss"].get<double>() == Approx(straight).epsilon(2e-3));
}
#endif

TEST_CASE("A trainer works in slices, says what happens, and does as it is told", "[train]") {
  const Data data;
  const TrainingOptions o = options(2);
  SentenceClassifier model = two_tables();
  const Classification task(o, kLabels, 0, data.train, data.validation);
  MemoryStore store;
  Trainer trainer(task, model, cpu::device(), o, {&store, "m.checkpoint", "a run"});
  std::map<TrainerEvent, int> events;
  trainer.on_event([&](TrainerEvent event) { ++events[event]; });
  CHECK(store.list().empty());
  CHECK(trainer.run({2, 0}) == RunState::kRunning);
  CHECK(trainer.position().step == 2);
  CHECK(store.list() == std::vector<std::string>{"m.checkpoint"});  // after the first step
  CHECK(events[TrainerEvent::kCheckpoint] == 1);
  trainer.pause();
  CHECK(trainer.run({2, 0}) == RunState::kPaused);
  CHECK(trainer.position().step == 2);
  trainer.go_on();
  CHECK(trainer.run({0, 1e-9}) == RunState::kRunning);  // a step at least
  CHECK(trainer.position().step == 3);
  CHECK(trainer.run({}) == RunState::kEnded);
  CHECK(trainer.run({}) == RunState::kEnded);
  CHECK(events[TrainerEvent::kStep] == 12);
  CHECK(events[TrainerEvent::kEpochEnded] == 2);
  CHECK(events[TrainerEvent::kEnded] == 1);
  CHECK(events[TrainerEvent::kCheckpoint] == 3);
  trainer.forget();
  CHECK(store.list().empty());

  SentenceClassifier other = two_tables();
  Trainer cancelled(task, other, cpu::device(), o, {&store, "c", "a run"});
  cancelled.run({1, 0});
  cancelled.cancel();
  CHECK(cancelled.run({}) == RunState::kCancelled);
  CHECK(store.has("c"));
  Trainer refused(task, other, cpu::device(), o, {&store, "c", "another run"});
  CHECK(contains(message_of([&] { refused.resume(); }), "checkpoint of another run"));
  store.write("c", "no checkpoint");
  CHECK_THROWS_AS(cancelled.resume(), Error);
  store.remove("c");
  CHECK(contains(message_of([&] { cancelled.resume(); }), "no checkpoint to resume"));
}
