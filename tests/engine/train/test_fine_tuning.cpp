// Settings of fine-tuning: several batches per step, layers that learn slowly or not at all.
#include <set>

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/numbers.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

TrainingOptions plain(int batch_size, int accumulate) {
  TrainingOptions o = options(2);
  o.batch_size = batch_size;
  o.accumulate = accumulate;
  o.bucketed = false;  // so that batches of any size are parts of one order
  o.word_dropout = 0;
  o.clip = 0.5;
  o.class_weights = {0.5f, 2.0f};
  return o;
}

struct Course {
  std::map<std::string, Tensor> weights;
  std::vector<double> numbers;  // losses, norms, and how many were right
};

Course course(const Device& device, const TrainingOptions& o) {
  RequestClassifier model = small_network();
  model.parameters().move_to(device);
  Run run(model, device, o, sentences(90, 3));
  Course course;
  for (bool more = true; more;) {
    more = run.step();
    for (double number :
         {run.last().loss, run.last().gradient_norm, static_cast<double>(run.state().correct)})
      course.numbers.push_back(number);
  }
  for (const auto& [name, value] : model.parameters().values())
    course.weights[name] = on_host(device, value).clone();
  return course;
}

void check_alike(const Course& found, const Course& wanted) {
  REQUIRE(found.numbers.size() == wanted.numbers.size());
  for (size_t i = 0; i < found.numbers.size(); ++i)
    CHECK(found.numbers[i] == Approx(wanted.numbers[i]).epsilon(1e-4));
  for (const auto& [name, value] : wanted.weights) {
    CAPTURE(name);
    if (name.find(".key.bias") == std::string::npos)  // of which Adam makes steps of noise
      CHECK(relative_difference(found.weights.at(name), value) <= 1e-3);
  }
}

}  // namespace

// The last batch of an epoch has 26 of 32 texts: parts of 8, 8, 8 and 2, which do not count alike.
TEST_CASE("Batches that make one step are to it what one batch of all would be", "[train][gpu]") {
  const Course whole = course(cpu::device(), plain(32, 1));
  CHECK(whole.numbers.size() == 18);
  check_alike(course(cpu::device(), plain(8, 4)), whole);
  check_alike(course(cpu::device(), plain(16, 2)), whole);
  for (const Device& device : gpus()) check_alike(course(device, plain(8, 4)), whole);
}

namespace {

class Counted : public Classification {
 public:
  using Classification::Classification;
  StepBatch batch(const Batch& chosen, int64_t step) const override {
    numbers.push_back(step);
    return Classification::batch(chosen, step);
  }
  mutable std::vector<int64_t> numbers;
};

}  // namespace

TEST_CASE("Every part of a step has a number of its own, which chance follows from", "[train]") {
  const Device device = cpu::device();
  const TrainingOptions o = plain(8, 4);
  const Counted task(o, kLabels, 0, sentences(90, 3));
  RequestClassifier model = small_network();
  GradientSteps steps(task, model, device, o);
  for (int i = 0; i < 3; ++i) steps.step();
  CHECK(task.numbers.size() == 12);
  const std::set<int64_t> each(task.numbers.begin(), task.numbers.end());
  CHECK(each.size() == 12);
  CHECK(*each.rbegin() == 11);
}

TEST_CASE("Frozen layers end a run as they began it, and the others learn", "[train]") {
  const Device device = cpu::device();
  const int freeze = GENERATE(0, 1, 2);
  TrainingOptions o = plain(16, 1);
  o.freeze = freeze;
  o.optimizer.name = "adamw";
  o.optimizer.weight_decay = 0.1;
  o.optimizer.average = 0.9;
  RequestClassifier model = small_network();
  const RequestClassifier before = small_network();
  Run run(model, device, o, sentences(90, 3));
  run_epochs(run, 2);
  run.finish();
  for (const Variable& parameter : model.parameters().all()) {
    const std::string& name = parameter.node().name;
    CAPTURE(freeze, name);
    const bool frozen = name.rfind("embedding", 0) == 0 || (freeze > 0 && name.rfind("encoder.0.", 0) == 0) ||
                        (freeze > 1 && name.rfind("encoder.1.", 0) == 0);
    CHECK(identical(parameter.value(), before.parameters().find(name).value()) == frozen);
    CHECK(parameter.requires_grad() == !frozen);
  }
}

TEST_CASE("More layers than there are cannot be frozen", "[train]") {
  const Device device = cpu::device();
  TrainingOptions o = plain(16, 1);
  o.freeze = 3;
  RequestClassifier model = small_network();
  CHECK(contains(message_of([&] { Run(model, device, o, sentences(20, 3)); }), "the network has 2"));
}

TEST_CASE("A step moves lower layers less", "[train]") {
  const Device device = cpu::device();
  auto moved = [&](double decay, const std::string& name) {
    TrainingOptions o = plain(90, 1);
    o.optimizer.name = "sgd";
    o.layer_decay = decay;
    RequestClassifier model = small_network();
    const std::vector<float> before = model.parameters().find(name).value().values<float>();
    Run run(model, device, o, sentences(90, 3));
    run.step();
    run.finish();
    const std::vector<float> after = model.parameters().find(name).value().values<float>();
    double sum = 0;
    for (size_t i = 0; i < before.size(); ++i) sum += std::abs(static_cast<double>(after[i] - before[i]));
    return sum;
  };
  const std::pair<const char*, double> shares[] = {{"embedding.weight", 0.25},
                                                   {"encoder.0.attention.value.weight", 0.5},
                                                   {"encoder.1.attention.value.weight", 1},
                                                   {"classifier.weight", 1}};
  for (const auto& [name, share] : shares) {
    CAPTURE(name);
    CHECK(moved(0.5, name) == Approx(share * moved(1, name)).epsilon(0.02));
  }
}
