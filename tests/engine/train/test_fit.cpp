// A training run on sentences made here: it learns, stops in time, resumes to the same bits, names its NaN.
#include "engine/train/fit.h"

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

TEST_CASE("A run learns which word matters", "[fit]") {
  const Device device = cpu::device();
  const Examples train = sentences(300, 1), held_out = sentences(100, 2);
  RequestClassifier model = small_model();
  const double before = evaluate(model, device, held_out, kLabels).loss;
  Fit fit(model, device, options(12), train, held_out, kLabels, 0);
  while (fit.step()) {
  }
  fit.finish();
  const Metrics after = evaluate(model, device, held_out, kLabels);
  CHECK(after.loss < before / 3);
  CHECK(after.accuracy > 0.95);
}

TEST_CASE("Stopped at any epoch and resumed, a run ends with the same bits", "[fit]") {
  const std::string schedule = GENERATE("linear", "plateau");
  const Device device = cpu::device();
  const Examples train = sentences(100, 3), validation = sentences(40, 4);
  FitOptions o = options(5);
  o.early_stopping = {"loss", 10};
  o.schedule.patience = 0;
  o.schedule.threshold = 0.5;  // so that the rate falls in a few epochs
  o.optimizer.average = 0.95;
  o.schedule.name = schedule;
  RequestClassifier straight = small_model();
  Fit whole(straight, device, o, train, validation, kLabels, 0);
  run_epochs(whole, 5);
  whole.finish();
  const test::TempFolder folder;
  for (int stop = 1; stop < 5; ++stop) {
    RequestClassifier first = small_model();
    Fit begun(first, device, o, train, validation, kLabels, 0);
    run_epochs(begun, stop);
    begun.save(folder.path("checkpoint"), "a run");
    begun.step();  // what comes after the checkpoint is lost
    RequestClassifier second = small_model();
    Fit resumed(second, device, o, train, validation, kLabels, 0);
    resumed.resume(folder.path("checkpoint"), "a run");
    CHECK(resumed.state().epoch == stop);
    run_epochs(resumed, 5);
    resumed.finish();
    CHECK(all_weights(second) == all_weights(straight));
  }
  RequestClassifier other = small_model();
  Fit refused(other, device, o, train, validation, kLabels, 0);
  CHECK(test::contains(test::message_of([&] { refused.resume(folder.path("checkpoint"), "another run"); }),
                       "checkpoint of another run"));
}

TEST_CASE("Early stopping keeps the best weights, not the last", "[fit]") {
  const Device device = cpu::device();
  const Examples train = sentences(60, 5);
  Examples contrary = sentences(60, 6);  // whatever is learned makes this part worse
  for (int& label : contrary.labels) label = 1 - label;
  FitOptions o = options(50);
  o.early_stopping = {"loss", 3};
  RequestClassifier model = small_model();
  Fit fit(model, device, o, train, contrary, kLabels, 0);
  std::vector<double> losses;
  for (bool more = true; more;) {
    more = fit.step();
    if (fit.validation()) losses.push_back(fit.validation()->loss);
  }
  fit.finish();
  const auto best = std::min_element(losses.begin(), losses.end());
  CHECK(losses.end() - best == 4);  // three epochs without a better one
  CHECK(evaluate(model, device, contrary, kLabels).loss == Approx(*best).epsilon(1e-12));
}

TEST_CASE("The same seed gives the same bits, another seed others", "[fit]") {
  const Device device = cpu::device();
  const Examples train = sentences(80, 7), none;
  auto weights = [&](uint64_t seed) {
    RequestClassifier model = small_model();
    FitOptions o = options(2);
    o.seed = seed;
    Fit fit(model, device, o, train, none, kLabels, 0);
    run_epochs(fit, 2);
    fit.finish();
    return all_weights(model);
  };
  CHECK(weights(1) == weights(1));
  CHECK(weights(1) != weights(2));
}

TEST_CASE("NaN stops the run and names the step and the tensor", "[fit]") {
  const Device device = cpu::device();
  const Examples train = sentences(80, 8), none;
  RequestClassifier model = small_model();
  Fit fit(model, device, options(2), train, none, kLabels, 0);
  fit.step();
  fit.step();
  model.parameters().find("encoder.0.feed_forward.out.weight").value().data<float>()[3] =
      std::numeric_limits<float>::quiet_NaN();
  const std::string message = test::message_of([&] { fit.step(); });
  INFO(message);
  CHECK(test::contains(message, "[train] step 3"));
  CHECK(test::contains(message, "encoder.0.feed_forward.out.weight"));
}

TEST_CASE("Settings out of range are refused", "[fit]") {
  FitOptions o = options(1);
  o.word_dropout = 1;
  CHECK(test::contains(test::message_of([&] { o.validate("r"); }), "[r] word_dropout is 1"));
  o = options(1);
  o.early_stopping.metric = "luck";
  CHECK_THROWS_AS(o.validate("r"), UsageError);
  const Device device = cpu::device();
  const Examples train = sentences(5, 1), none;
  RequestClassifier model = small_model();
  o.early_stopping.metric = "loss";
  CHECK(test::contains(test::message_of([&] { Fit(model, device, o, train, none, kLabels, 0); }),
                       "needs a validation part"));
}
