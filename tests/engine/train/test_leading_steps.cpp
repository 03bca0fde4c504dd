// Steps that several ranks share: the bits of one process, on every rank.
#include "engine/train/leading_steps.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/ranks/shared_task.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/played_gpu.h"
#include "tests/engine/message.h"
#include "tests/engine/ranks/played_ranks.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

struct Together {
  std::vector<std::vector<float>> weights;  // of each rank
  StepState state;
  Checkpoint checkpoint;
};

struct Lesson {
  TrainingOptions options;
  Examples train, validation;
  int64_t steps = 50;
  const Checkpoint* from = nullptr;
};

// Each rank has a device and a network of its own, which is changed before the first step.
Together trained_by(
    int size, const Lesson& asked, const std::function<void(Network&)>& change = nullptr,
    const std::function<Device()>& open = [] { return cpu::device(); }) {
  Together result;
  result.weights.resize(static_cast<size_t>(size));
  const Classification task(asked.options, kLabels, 0, asked.train, asked.validation);
  as_ranks(size, [&](Ranks& ranks) {
    const Device device = open();
    RequestClassifier model = small_network(0.2, 0.1);
    model.parameters().move_to(device);
    if (change) change(model);
    if (ranks.rank() == 0) {
      const LeadingTask leading(task, ranks);
      ranks.from_first(to_bytes(leading.about()));
      GradientSteps own(leading, model, device, asked.options, &ranks);
      LeadingSteps steps(own, ranks);
      if (asked.from) steps.resume(*asked.from, "before");
      while (own.state().step < asked.steps && steps.step()) {
      }
      result.state = own.state();
      result.checkpoint = steps.save();
    } else {
      const FollowingTask following(kClassification, asked.options, from_bytes(ranks.hear(0)), ranks);
      GradientSteps steps(following, model, device, asked.options, &ranks);
      follow_steps(steps, ranks);
    }
    result.weights[static_cast<size_t>(ranks.rank())] = weights_of(model, device);
  });
  return result;
}

// ‖found - expected‖ / ‖expected‖ over all weights but the biases of keys, whose gradient is 0 but for
// rounding: a softmax takes them out again. Adam steps by nothing but their sign.
double far_from(const std::vector<float>& found, const std::vector<float>& expected) {
  double difference = 0, size = 0;
  size_t i = 0;
  for (const auto& [name, value] : small_network(0.2, 0.1).parameters().values()) {
    const size_t end = i + static_cast<size_t>(value.count());
    if (contains(name, "key.bias")) i = end;
    for (; i < end; ++i) {
      difference += std::pow(static_cast<double>(found[i] - expected[i]), 2);
      size += std::pow(static_cast<double>(expected[i]), 2);
    }
  }
  REQUIRE(i == expected.size());
  return std::sqrt(difference / size);
}

Lesson asked_for(const std::string& optimizer = "adam") {
  Lesson asked{options(10), sentences(120, 1), sentences(40, 2)};
  asked.options.clip = 0.5;
  asked.options.batch_parts = 4;
  asked.options.optimizer.name = optimizer;
  asked.options.class_weights = {1, 2};
  if (optimizer == "sgd") asked.options.optimizer.momentum = 0.9;
  return asked;
}

// The same run, weights and what a checkpoint holds, to the bit.
void check_same(const Together& found, const Together& alone) {
  for (const auto& weights : found.weights) CHECK(weights == alone.weights[0]);
  CHECK(found.checkpoint.state == alone.checkpoint.state);
  for (const auto& [name, tensor] : alone.checkpoint.tensors)
    CHECK(std::memcmp(found.checkpoint.tensors.at(name).raw(), tensor.raw(), tensor.bytes()) == 0);
}

// What one process without ranks comes to.
std::vector<float> trained_alone(const Lesson& asked) {
  const Device device = cpu::device();
  RequestClassifier model = small_network(0.2, 0.1);
  Run run(model, device, asked.options, asked.train, asked.validation);
  while (run.state().step < asked.steps && run.step()) {
  }
  return weights_of(model, device);
}

}  // namespace

TEST_CASE("Any number of ranks ends with the bits of one process", "[ranks][train]") {
  const auto optimizer = GENERATE(as<std::string>{}, "adam", "sgd", "lamb");
  const int parts = GENERATE(1, 3, 4, 0);
  Lesson asked = asked_for(optimizer);
  asked.options.batch_parts = parts;
  asked.options.optimizer.weight_decay = optimizer == "lamb" ? 0.01 : 0;
  const Together alone = trained_by(1, asked);
  CAPTURE(optimizer, parts);
  CHECK(trained_alone(asked) == alone.weights[0]);
  for (int size : {2, 3, 5}) check_same(trained_by(size, asked), alone);
}

TEST_CASE("Parts of a batch are a step of the whole, but for rounding", "[ranks][train]") {
  Lesson asked = asked_for();
  const std::vector<float> parts = trained_alone(asked);
  asked.options.batch_parts = 1;
  CHECK(far_from(parts, trained_alone(asked)) < 1e-6);
}

TEST_CASE("Ranks share steps of several batches, more of them than there are texts", "[ranks][train]") {
  Lesson asked = asked_for();
  asked.options.accumulate = 3;
  asked.options.batch_size = 2;
  const Together alone = trained_by(1, asked);
  CHECK(trained_alone(asked) == alone.weights[0]);
  for (int size : {3, 4}) check_same(trained_by(size, asked), alone);
}

TEST_CASE("A run goes on with another number of ranks", "[ranks][train]") {
  Lesson asked = asked_for();
  asked.options.early_stopping = {"loss", 20};
  asked.options.optimizer.average = 0.9;
  const Together straight = trained_by(1, asked);
  Lesson half = asked, rest = asked;
  half.steps = 21;  // within an epoch
  const Together stopped = trained_by(3, half);
  rest.from = &stopped.checkpoint;
  for (int size : {1, 2}) check_same(trained_by(size, rest), straight);
}

TEST_CASE("NaN ends the run on all ranks, and rank 0 names the tensor", "[ranks][train]") {
  const std::string message = message_of([&] {
    trained_by(2, asked_for(), [](Network& network) {
      network.parameters().find("encoder.1.feed_forward.out.weight").value().data<float>()[3] =
          std::numeric_limits<float>::quiet_NaN();
    });
  });
  INFO(message);
  CHECK(contains(message, "[train] step 1"));
  CHECK(contains(message, "encoder.1.feed_forward.out.weight"));
}

TEST_CASE("Ranks on GPUs add up by page-locked memory", "[ranks][train][gpu]") {
  Lesson asked = asked_for();
  asked.options.batch_parts = GENERATE(0, 4);
  std::vector<Device> gpus;
  std::mutex mutex;
  const auto open = [&] {
    const std::lock_guard lock(mutex);
    return gpus.emplace_back(played_gpu());
  };
  const Together alone = trained_by(1, asked, nullptr, open), found = trained_by(2, asked, nullptr, open);
  CHECK(found.weights[1] == found.weights[0]);
  CHECK(far_from(found.weights[0], alone.weights[0]) < 1e-6);
  for (const Device& gpu : gpus) CHECK(asked_of(gpu).staging > 0);
}
