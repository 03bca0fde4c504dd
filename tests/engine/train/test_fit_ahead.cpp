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

std::vector<float> weights_of(const Classifier& model, const Device& device) {
  std::vector<float> numbers;
  for (const auto& [name, value] : model.parameters().values()) {
    const std::vector<float> v = on_host(device, value).values<float>();
    numbers.insert(numbers.end(), v.begin(), v.end());
  }
  return numbers;
}

// Loss and accuracy of every epoch while it ran, then of the validation part.
std::vector<double> course(const Device& device, const FitOptions& o, const Examples& train,
                           const Examples& held_out) {
  RequestClassifier model = model_on(device);
  Fit fit(model, device, o, train, held_out, kLabels, 0);
  std::vector<double> numbers;
  while (true) {
    const bool more = fit.step();
    const FitState& s = fit.state();
    if (s.in_epoch == fit.steps_per_epoch()) {
      const auto examples = static_cast<double>(s.examples);
      for (double number : {s.loss_sum / examples, static_cast<double>(s.correct) / examples,
                            fit.last().gradient_norm, fit.validation()->loss})
        numbers.push_back(number);
      CHECK(s.examples == static_cast<int64_t>(train.size()));
    }
    if (!more) break;
  }
  fit.finish();
  numbers.push_back(evaluate(model, device, held_out, kLabels).loss);
  return numbers;
}

}  // namespace

TEST_CASE("On a card a run takes the CPU's course", "[fit][card]") {
  const Examples train = sentences(300, 1), held_out = sentences(100, 2);
  FitOptions o = options(4);
  o.clip = GENERATE(0.0, 0.05);
  o.optimizer.average = 0.9;
  o.optimizer.weight_decay = 1e-3;
  o.label_smoothing = 0.1;
  o.class_weights = {1.0f, 1.5f};
  const std::vector<double> expected = course(cpu::device(), o, train, held_out);
  for (const Device& device : cards()) {
    const std::vector<double> found = course(device, o, train, held_out);
    REQUIRE(found.size() == expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      CAPTURE(device.description, i);
      CHECK(found[i] == Approx(expected[i]).epsilon(2e-3));
    }
  }
}

TEST_CASE("On a card, too, a run that was resumed ends with the same bits", "[fit][card]") {
  const Examples train = sentences(100, 3), validation = sentences(40, 4);
  FitOptions o = options(3);
  o.early_stopping = {"loss", 10};
  for (const Device& device : cards()) {
    CAPTURE(device.description);
    RequestClassifier straight = model_on(device);
    Fit whole(straight, device, o, train, validation, kLabels, 0);
    run_epochs(whole, 3);
    whole.finish();
    const TempFolder folder;
    RequestClassifier first = model_on(device), second = model_on(device);
    Fit begun(first, device, o, train, validation, kLabels, 0);
    run_epochs(begun, 1);
    begun.save(folder.path("checkpoint"), "a run");
    Fit resumed(second, device, o, train, validation, kLabels, 0);
    resumed.resume(folder.path("checkpoint"), "a run");
    run_epochs(resumed, 3);
    resumed.finish();
    CHECK(weights_of(second, device) == weights_of(straight, device));
    // What was begun on a card can be ended on the CPU, and the other way round.
    RequestClassifier elsewhere = small_model();
    Fit moved(elsewhere, cpu::device(), o, train, validation, kLabels, 0);
    moved.resume(folder.path("checkpoint"), "a run");
    run_epochs(moved, 2);
    moved.save(folder.path("from the cpu"), "a run");
    RequestClassifier back = model_on(device);
    Fit returned(back, device, o, train, validation, kLabels, 0);
    returned.resume(folder.path("from the cpu"), "a run");
    run_epochs(returned, 3);
    CHECK(returned.validation()->loss == Approx(whole.validation()->loss).epsilon(2e-3));
  }
}

TEST_CASE("On a card NaN is noticed late, and the step and the tensor are named all the same",
          "[fit][card]") {
  const Examples train = sentences(80, 8), none;
  for (const Device& device : cards()) {
    CAPTURE(device.description);
    RequestClassifier model = model_on(device);
    Fit fit(model, device, options(2), train, none, kLabels, 0);
    fit.step();
    fit.step();
    const Variable& broken = model.parameters().find("encoder.0.feed_forward.out.weight");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    device.from_host(device, broken.value().raw(), &nan, sizeof nan);
    const std::vector<float> before =
        on_host(device, model.parameters().find("embedding.weight").value()).values<float>();
    const std::string message = message_of([&] {
      for (int i = 0; i < 16; ++i) fit.step();
    });
    INFO(message);
    CHECK(contains(message, "[train] step 3"));
    CHECK(contains(message, "encoder.0.feed_forward.out.weight"));
    CHECK(on_host(device, model.parameters().find("embedding.weight").value()).values<float>() == before);
  }
}
