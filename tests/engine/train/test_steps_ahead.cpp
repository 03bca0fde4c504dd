// Training on a device that computes ahead of the host: the CPU's run, with numbers that come later.
#include <limits>

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"
#include "tests/engine/tensor/numbers.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

RequestClassifier model_on(const Device& device) {
  RequestClassifier model = small_model();
  model.parameters().move_to(device);
  return model;
}

// Loss and accuracy of every epoch while it ran, then of the validation part.
std::vector<double> course(const Device& device, const TrainingOptions& o, const Examples& train,
                           const Examples& held_out) {
  RequestClassifier model = model_on(device);
  Run run(model, device, o, train, held_out);
  std::vector<double> numbers;
  while (true) {
    const bool more = run.step();
    const StepState& s = run.state();
    if (s.in_epoch == run.steps_per_epoch()) {
      const auto examples = static_cast<double>(s.answers);
      for (double number : {s.loss_sum / examples, static_cast<double>(s.correct) / examples,
                            run.last().gradient_norm, run.validation_report()["loss"].get<double>()})
        numbers.push_back(number);
      CHECK(s.answers == static_cast<int64_t>(train.size()));
    }
    if (!more) break;
  }
  run.finish();
  numbers.push_back(evaluate(model, device, held_out, kLabels).loss);
  return numbers;
}

}  // namespace

TEST_CASE("On a GPU a run takes the CPU's course", "[train][gpu]") {
  const Examples train = sentences(300, 1), held_out = sentences(100, 2);
  TrainingOptions o = options(4);
  o.clip = GENERATE(0.0, 0.05);
  o.optimizer.name = GENERATE("adam", "lamb", "muon");  // of the others the host looks at whole weights
  o.optimizer.average = 0.9;
  o.optimizer.weight_decay = 1e-3;
  o.label_smoothing = 0.1;
  o.class_weights = {1.0f, 1.5f};
  const std::vector<double> expected = course(cpu::device(), o, train, held_out);
  for (const Device& device : gpus()) {
    const std::vector<double> found = course(device, o, train, held_out);
    REQUIRE(found.size() == expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      CAPTURE(device.description, i);
      CHECK(found[i] == Approx(expected[i]).epsilon(2e-3));
    }
  }
}

TEST_CASE("On a GPU, too, a run that was resumed ends with the same bits", "[train][gpu]") {
  const Examples train = sentences(100, 3), validation = sentences(40, 4);
  TrainingOptions o = options(3);
  o.early_stopping = {"loss", 10};
  for (const Device& device : gpus()) {
    CAPTURE(device.description);
    RequestClassifier straight = model_on(device);
    Run whole(straight, device, o, train, validation);
    run_epochs(whole, 3);
    whole.finish();
    const TempFolder folder;
    RequestClassifier first = model_on(device), second = model_on(device);
    Run begun(first, device, o, train, validation);
    run_epochs(begun, 1);
    begun.save_to(folder.path("checkpoint"), "a run");
    Run resumed(second, device, o, train, validation);
    resumed.resume_from(folder.path("checkpoint"), "a run");
    run_epochs(resumed, 3);
    resumed.finish();
    CHECK(weights_of(second, device) == weights_of(straight, device));
    // What was begun on a GPU can be ended on the CPU, and the other way round.
    RequestClassifier elsewhere = small_model();
    Run moved(elsewhere, cpu::device(), o, train, validation);
    moved.resume_from(folder.path("checkpoint"), "a run");
    run_epochs(moved, 2);
    moved.save_to(folder.path("from the cpu"), "a run");
    RequestClassifier back = model_on(device);
    Run returned(back, device, o, train, validation);
    returned.resume_from(folder.path("from the cpu"), "a run");
    run_epochs(returned, 3);
    CHECK(returned.validation_report()["loss"].get<double>() ==
          Approx(whole.validation_report()["loss"].get<double>()).epsilon(2e-3));
  }
}

TEST_CASE("On a GPU NaN is noticed late, and the step and the tensor are named all the same",
          "[train][gpu]") {
  const Examples train = sentences(80, 8);
  for (const Device& device : gpus()) {
    CAPTURE(device.description);
    RequestClassifier model = model_on(device);
    Run run(model, device, options(2), train);
    run.step();
    run.step();
    const Variable& broken = model.parameters().find("encoder.0.feed_forward.out.weight");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    device.from_host(device, broken.value().raw(), &nan, sizeof nan);
    const std::vector<float> before =
        on_host(device, model.parameters().find("embedding.weight").value()).values<float>();
    const std::string message = message_of([&] {
      for (int i = 0; i < 16; ++i) run.step();
    });
    INFO(message);
    CHECK(contains(message, "[train] step 3"));
    CHECK(contains(message, "encoder.0.feed_forward.out.weight"));
    CHECK(on_host(device, model.parameters().find("embedding.weight").value()).values<float>() == before);
  }
}

#ifndef __EMSCRIPTEN__

namespace {

RequestClassifier additive_model() {
  RequestClassifier::Config config;
  config.embedding = 16;
  config.attention = 8;
  config.mechanism.name = "additive";
  return RequestClassifier(config, {kVocabulary, 0, 0, 2}, uint64_t{5});
}

}  // namespace

TEST_CASE("A run whose steps are repeated ends with the bits of one whose steps are not", "[train][gpu]") {
  const Examples train = sentences(300, 1);
  TrainingOptions o = options(5);
  o.clip = 0.5;
  o.optimizer.average = 0.9;
  o.class_weights = {1.0f, 1.5f};
  o.schedule.name = "cosine";
  const Device gpu = played_gpu();
  Device launching = played_gpu();
  launching.make_replay = nullptr;
  const Ended repeated = run_on(gpu, o, train, small_model()),
              launched = run_on(launching, o, train, small_model());
  CHECK(repeated.problem.empty());
  CHECK(repeated.repeated > 70);  // of 95
  CHECK(launched.repeated == 0);
  CHECK(repeated.weights == launched.weights);
  CHECK(repeated.loss == launched.loss);
}

// On a real GPU products of other shapes may be summed in another order.
TEST_CASE("A run whose steps are repeated ends near one whose steps are not, on every GPU", "[train][gpu]") {
  const Examples train = sentences(300, 1);
  for (const Device& device : gpus()) {
    CAPTURE(device.description);
    Device launching = device;
    launching.make_replay = nullptr;
    const Ended repeated = run_on(device, options(4), train, small_model());
    CHECK(repeated.problem.empty());
    CHECK(repeated.repeated > 40);
    CHECK(repeated.loss == Approx(run_on(launching, options(4), train, small_model()).loss).epsilon(2e-3));
  }
}

TEST_CASE("Where steps cannot be recorded a run says why and goes on", "[train][gpu]") {
  const Examples train = sentences(100, 1);
  Device launching = played_gpu();
  launching.make_replay = nullptr;
  const Device refusing = played_gpu();
  break_gpu(refusing, Fault::kRecordsNothing);
  const Ended refused = run_on(refusing, options(3), train, small_model());
  CHECK(contains(refused.problem, "records nothing"));
  CHECK(refused.weights == run_on(launching, options(3), train, small_model()).weights);
  // What was asked for in vain takes no second step's memory.
  const Device small = played_gpu(bytes_of(launching) + (size_t{1} << 18));
  break_gpu(small, Fault::kRecordsNothing);
  CHECK(run_on(small, options(3), train, small_model()).weights == refused.weights);

  const Ended additive = run_on(played_gpu(), options(3), train, additive_model());
  CHECK(contains(additive.problem, "attention weights"));
  CHECK(additive.weights == run_on(launching, options(3), train, additive_model()).weights);
}

TEST_CASE("Once warm, an epoch asks for no memory, and for copies every sixteen steps only", "[train][gpu]") {
  const Examples train = sentences(320, 1);  // 20 steps
  const Device device = played_gpu();
  TrainingOptions o = options(8);
  o.bucketed = false;  // batches of mixed lengths have few shapes
  RequestClassifier model = model_on(device);
  Run run(model, device, o, train);
  run_epochs(run, 6);
  const Asked before = asked_of(device);
  run_epochs(run, 8);
  const Asked after = asked_of(device);
  CHECK(run.repeated_steps() > 130);
  CHECK(after.repeats - before.repeats == 40);
  CHECK(after.allocations == before.allocations);
  CHECK(after.uploads - before.uploads == 4);  // the inputs of 16 and of 4 steps, in both epochs
  CHECK(after.downloads - before.downloads <= 4 + 2 * static_cast<int>(model.parameters().all().size()));
}

TEST_CASE("A GPU that is lost ends the run with a message; the checkpoint goes on elsewhere",
          "[train][gpu]") {
  const Examples train = sentences(100, 3);
  const TempFolder folder;
  const Device device = played_gpu();
  RequestClassifier model = model_on(device);
  Run run(model, device, options(3), train);
  run_epochs(run, 1);
  run.save_to(folder.path("checkpoint"), "a run");
  break_gpu(device, Fault::kLost);
  CHECK(contains(message_of([&] { run_epochs(run, 3); }), "the GPU was lost"));
  RequestClassifier elsewhere = small_model();
  Run resumed(elsewhere, cpu::device(), options(3), train);
  resumed.resume_from(folder.path("checkpoint"), "a run");
  run_epochs(resumed, 3);
  CHECK(resumed.state().epoch == 3);
}

#endif
