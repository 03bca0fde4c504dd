// Steps that a GPU records once and repeats: what is recorded, what is refused, and that it changes nothing.
// CUDA's own part, which makes a graph of the work and launches it, runs on a real GPU only.
#ifndef __EMSCRIPTEN__

#include "engine/device/step_replay.h"

#include "engine/kernels/cuda/gpu.h"
#include "engine/kernels/cuda/team.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/played_gpu.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

template <class T>
std::vector<char> bytes_of(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const char*>(values.data());
  return {first, first + values.size() * sizeof(T)};
}

// A step whose work is y += input 0, two numbers, with `extra` and `size` for tests to spoil.
struct Adding {
  Device device = played_gpu();
  std::unique_ptr<StepReplay> replay = device.make_replay(device);
  Tensor y = on_device(device, Tensor::zeros({2}, DType::kInt32), *device.memory);
  std::vector<int32_t> extra{5};
  int64_t more = 0;
  int asked = 0;

  PlannedStep step(const std::vector<int32_t>& x, const std::string& shape = "two") const {
    return {shape, {3, 0}, {bytes_of(x)}, {0}};
  }
  void ask(const std::vector<int32_t>& x) {
    ++asked;
    cuda::Gpu& gpu = cuda::gpu_of(device);
    const auto* numbers = static_cast<const int32_t*>(cuda::on_gpu(gpu.numbers(x.data(), x.size() * 4)));
    const auto* five = static_cast<const int32_t*>(cuda::on_gpu(gpu.numbers(extra.data(), 4)));
    auto* sum = static_cast<int32_t*>(cuda::on_gpu(y.raw()));
    cuda::for_elements(device, 2 + more, [=](int64_t i) {
      if (i < 2) sum[i] += numbers[i] + *five - 5;
    });
  }
  // Plans these steps and does them.
  void run(const std::vector<std::vector<int32_t>>& inputs) {
    std::vector<PlannedStep> steps;
    for (const auto& x : inputs) steps.push_back(step(x));
    replay->plan(steps);
    for (const auto& x : inputs) replay->next([&](bool) { ask(x); });
  }
  std::vector<int32_t> sum() const { return on_host(device, y).values<int32_t>(); }
};

}  // namespace

TEST_CASE("the first step of a shape is watched, the second recorded, the others repeated", "[gpu][replay]") {
  Adding a;
  a.run({{1, 10}, {2, 20}, {3, 30}});
  CHECK(a.asked == 2);
  CHECK(a.replay->repeated() == 2);
  CHECK(a.sum() == std::vector<int32_t>{6, 60});
  const int uploads = asked_of(a.device).uploads;
  a.run({{4, 40}, {5, 50}, {6, 60}});
  CHECK(a.asked == 2);
  CHECK(asked_of(a.device).uploads == uploads + 1);  // the inputs of all steps at once
  CHECK(asked_of(a.device).recordings == 1);
  CHECK(a.sum() == std::vector<int32_t>{21, 210});
  CHECK(a.replay->problem().empty());
}

TEST_CASE("inputs of steps that were planned before their shape was recorded are on the GPU, too",
          "[gpu][replay]") {
  std::vector<int> uploads;
  for (const int32_t steps : {3, 9}) {
    Adding a;
    std::vector<std::vector<int32_t>> inputs;
    for (int32_t i = 1; i <= steps; ++i) inputs.push_back({i, 10 * i});
    a.run(inputs);
    CHECK(a.replay->repeated() == steps - 1);
    CHECK(a.sum() == std::vector<int32_t>{steps * (steps + 1) / 2, 5 * steps * (steps + 1)});
    uploads.push_back(asked_of(a.device).uploads);
  }
  CHECK(uploads[0] == uploads[1]);
}

TEST_CASE("a step tells nothing new when what others follow from is the same", "[gpu][replay]") {
  Adding a;
  a.run({{1, 10}, {1, 10}, {1, 10}, {2, 20}, {1, 10}});
  CHECK(a.asked == 4);
  CHECK(a.replay->repeated() == 2);
  CHECK(a.sum() == std::vector<int32_t>{6, 60});
}

TEST_CASE("a recording holds for steps with the same lengths until others have shown that nothing follows",
          "[gpu][replay]") {
  Adding a;
  const bool follows = GENERATE(false, true);
  auto step = [&](int32_t x, int32_t length) {
    PlannedStep planned = a.step({x, 10 * x});
    planned.inputs.push_back(bytes_of(std::vector<int32_t>{length}));
    planned.telling = {0, 1};
    a.replay->plan({planned});
    if (follows) a.extra = {length - 10};
    a.replay->next([&](bool) { a.ask({x, 10 * x}); });
  };
  for (const int32_t x : {1, 2, 3}) step(x, 15);
  CHECK(a.replay->repeated() == 2);
  step(4, 16);
  step(5, 17);
  step(6, 15);
  CHECK(a.replay->problem().empty() == !follows);
  CHECK(a.replay->repeated() == (follows ? 2 : 5));
  CHECK(asked_of(a.device).recordings == 2);
  CHECK(a.sum() == (follows ? std::vector<int32_t>{24, 213} : std::vector<int32_t>{21, 210}));
}

TEST_CASE("a step that depends on more than its shape is not recorded, and no number is lost",
          "[gpu][replay]") {
  Adding a;
  const auto spoil = GENERATE(0, 1, 2);
  a.run({{1, 10}});
  if (spoil == 0) a.extra = {6};  // numbers that are no input and not the same again
  if (spoil == 1) a.more = 1;     // a launch of another size
  if (spoil == 2) break_gpu(a.device, Fault::kRecordsNothing);
  a.run({{2, 20}, {3, 30}});
  CHECK_FALSE(a.replay->problem().empty());
  CHECK(a.replay->repeated() == 0);
  CHECK(a.asked == 4);  // the second step twice
  CHECK(a.sum() == (spoil == 0 ? std::vector<int32_t>{8, 62} : std::vector<int32_t>{6, 60}));
}

TEST_CASE("a step that is read while it runs is not recorded", "[gpu][replay]") {
  Adding a;
  a.replay->plan({a.step({1, 10}), a.step({2, 20})});
  for (int32_t i : {1, 2})
    a.replay->next([&](bool) {
      a.ask({i, 10 * i});
      a.sum();
    });
  CHECK(contains(a.replay->problem(), "reads"));
  CHECK(a.sum() == std::vector<int32_t>{3, 30});
}

TEST_CASE("numbers that could be one input or another wait for a step that tells", "[gpu][replay]") {
  Adding a;
  auto both = [&](std::vector<int32_t> x, std::vector<int32_t> other) {
    PlannedStep step = a.step(x);
    step.inputs.push_back(bytes_of(other));
    a.replay->plan({step});
    a.replay->next([&](bool) {
      a.ask(x);
      a.ask(other);
    });
  };
  both({1, 1}, {1, 1});
  both({2, 2}, {3, 3});
  CHECK(a.replay->repeated() == 0);
  both({4, 4}, {5, 5});
  both({6, 6}, {7, 7});
  CHECK(a.replay->repeated() == 2);
  CHECK(a.sum() == std::vector<int32_t>{29, 29});
}

TEST_CASE("inputs of another size are not given to a recording", "[gpu][replay]") {
  Adding a;
  a.run({{1, 10}, {2, 20}});
  a.replay->plan({a.step({3, 30, 99})});
  a.replay->next([&](bool) { a.ask({3, 30}); });
  CHECK(a.asked == 3);
  CHECK(a.sum() == std::vector<int32_t>{6, 60});
}

TEST_CASE("what a recorded step works in is given to nothing that lasts", "[gpu][replay]") {
  Adding a;
  std::vector<void*> of_steps;
  a.replay->plan({a.step({1, 10}), a.step({2, 20})});
  for (int32_t i : {1, 2})
    a.replay->next([&](bool watched) {
      CHECK(watched);
      of_steps.push_back(Tensor({100}, DType::kFloat32, *a.device.memory).raw());
      a.ask({i, 10 * i});
    });
  CHECK(of_steps[0] == of_steps[1]);
  const Tensor lasting({100}, DType::kFloat32, *a.device.memory);
  CHECK(lasting.raw() != of_steps[0]);
  const size_t bytes = bytes_of(a.device);
  a.replay.reset();
  CHECK(bytes_of(a.device) < bytes);
}

#endif
