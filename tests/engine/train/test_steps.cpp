// A training run on sentences made here: it learns, stops in time, resumes to the same bits, names its NaN.
#include "engine/train/gradient_steps.h"

#include <limits>

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

std::vector<float> all_weights(const Network& model) {
  std::vector<float> numbers;
  for (const auto& [name, value] : model.parameters().values()) {
    const std::vector<float> v = value.values<float>();
    numbers.insert(numbers.end(), v.begin(), v.end());
  }
  return numbers;
}

}  // namespace

TEST_CASE("A run learns which word matters", "[train]") {
  const Device device = cpu::device();
  const Examples train = sentences(300, 1), held_out = sentences(100, 2);
  RequestClassifier model = small_model();
  const double before = evaluate(model, device, held_out, kLabels).loss;
  Run run(model, device, options(12), train, held_out);
  while (run.step()) {
  }
  run.finish();
  const Metrics after = evaluate(model, device, held_out, kLabels);
  CHECK(after.loss < before / 3);
  CHECK(after.accuracy > 0.95);
}

TEST_CASE("Stopped at any epoch and resumed, a run ends with the same bits", "[train]") {
  const std::string schedule = GENERATE("linear", "plateau");
  const Device device = cpu::device();
  const Examples train = sentences(100, 3), validation = sentences(40, 4);
  TrainingOptions o = options(5);
  o.early_stopping = {"loss", 10};
  o.schedule.patience = 0;
  o.schedule.threshold = 0.5;  // so that the rate falls in a few epochs
  o.optimizer.average = 0.95;
  o.schedule.name = schedule;
  RequestClassifier straight = small_model();
  Run whole(straight, device, o, train, validation);
  run_epochs(whole, 5);
  whole.finish();
  const test::TempFolder folder;
  for (int stop = 1; stop < 5; ++stop) {
    RequestClassifier first = small_model();
    Run begun(first, device, o, train, validation);
    run_epochs(begun, stop);
    begun.save_to(folder.path("checkpoint"), "a run");
    begun.step();  // what comes after the checkpoint is lost
    RequestClassifier second = small_model();
    Run resumed(second, device, o, train, validation);
    resumed.resume_from(folder.path("checkpoint"), "a run");
    CHECK(resumed.state().epoch == stop);
    run_epochs(resumed, 5);
    resumed.finish();
    CHECK(all_weights(second) == all_weights(straight));
  }
  RequestClassifier other = small_model();
  Run refused(other, device, o, train, validation);
  CHECK(
      test::contains(test::message_of([&] { refused.resume_from(folder.path("checkpoint"), "another run"); }),
                     "checkpoint of another run"));
}

TEST_CASE("Early stopping keeps the best weights, not the last", "[train]") {
  const Device device = cpu::device();
  const Examples train = sentences(60, 5);
  Examples contrary = sentences(60, 6);  // whatever is learned makes this part worse
  for (int& label : contrary.labels) label = 1 - label;
  TrainingOptions o = options(50);
  o.early_stopping = {"loss", 3};
  RequestClassifier model = small_model();
  Run run(model, device, o, train, contrary);
  std::vector<double> losses;
  for (bool more = true; more;) {
    more = run.step();
    if (run.validation_report().is_object()) losses.push_back(run.validation_report()["loss"].get<double>());
  }
  run.finish();
  const auto best = std::min_element(losses.begin(), losses.end());
  CHECK(losses.end() - best == 4);  // three epochs without a better one
  CHECK(evaluate(model, device, contrary, kLabels).loss == Approx(*best).epsilon(1e-12));
}

TEST_CASE("The same seed gives the same bits, another seed others", "[train]") {
  const Device device = cpu::device();
  const Examples train = sentences(80, 7);
  auto weights = [&](uint64_t seed) {
    RequestClassifier model = small_model();
    TrainingOptions o = options(2);
    o.seed = seed;
    Run run(model, device, o, train);
    run_epochs(run, 2);
    run.finish();
    return all_weights(model);
  };
  CHECK(weights(1) == weights(1));
  CHECK(weights(1) != weights(2));
}

TEST_CASE("NaN stops the run and names the step and the tensor", "[train]") {
  const Device device = cpu::device();
  const Examples train = sentences(80, 8);
  RequestClassifier model = small_model();
  Run run(model, device, options(2), train);
  run.step();
  run.step();
  model.parameters().find("encoder.0.feed_forward.out.weight").value().data<float>()[3] =
      std::numeric_limits<float>::quiet_NaN();
  const std::string message = test::message_of([&] { run.step(); });
  INFO(message);
  CHECK(test::contains(message, "[train] step 3"));
  CHECK(test::contains(message, "encoder.0.feed_forward.out.weight"));
}

TEST_CASE("Settings out of range are refused", "[train]") {
  TrainingOptions o = options(1);
  o.word_dropout = 1;
  CHECK(test::contains(test::message_of([&] { o.validate("r"); }), "[r] \"word_dropout\" is 1"));
  o = options(1);
  o.early_stopping.metric = "luck";
  CHECK_THROWS_AS(o.validate("r"), UsageError);
  const Device device = cpu::device();
  const Examples train = sentences(5, 1);
  RequestClassifier model = small_model();
  o.early_stopping.metric = "loss";
  CHECK(test::contains(test::message_of([&] { Run(model, device, o, train); }), "needs a validation part"));
  o.early_stopping.metric = "f1";
  const Classification three(o, {"a", "b", "c"}, 0, train, train);
  CHECK(test::contains(test::message_of([&] { GradientSteps(three, model, device, o); }),
                       "[train] early stopping by f1 is for two classes, and there are 3"));
}
