// What is a GPU's own: memory, copies, threads in any order, the end of a step in one call. Its kernels are
// compared with the CPU's wherever gradients are checked (autograd/gradient_check.h).
#include <limits>

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/train/small_run.h"
#ifndef __EMSCRIPTEN__
#include "engine/kernels/cuda/team.h"
#endif

using namespace heed;
using namespace heed::test;

TEST_CASE("tests of GPUs run on a real one, or say why not", "[gpu]") {
  const session::OpenedGpu gpu = session::open_gpu("float32");
  if (gpu.problem.empty()) SUCCEED("on " + gpu.device.description);
  if (!gpu.problem.empty()) WARN("not run on a real GPU: " + gpu.problem);
}

TEST_CASE("a GPU drops what the CPU drops", "[gpu][dropout]") {
  const Tensor x = random_tensor({37, 20}, 1, DType::kFloat32);
  for (const Device& device : gpus())
    for (bool rows : {false, true}) {
      Bench here(false), there(false, device);
      const Tensor y(x.shape(), x.dtype()), z = on_device(device, y, *device.memory);
      here.ctx.kernels().elementwise.dropout(here.device, {7, 3, 1}, 0.3, rows, x, y, false);
      device.kernels->elementwise.dropout(device, {7, 3, 1}, 0.3, rows, on_device(device, x, *device.memory),
                                          z, false);
      CHECK(identical(on_host(device, z), y));
    }
}

TEST_CASE("the end of a step: norm, clipping and the update of all weights", "[gpu][optimizer]") {
  const Device cpu = cpu::device();
  for (const Device& device : gpus())
    for (double clip : {0.0, 3.0, 1e6}) {
      CAPTURE(device.description, clip);
      auto up = [&](const Tensor& t) { return on_device(device, t, *device.memory); };
      StepEnd end;
      std::vector<WeightUpdate> there;
      std::vector<UpdateState> here;
      std::vector<Tensor> gradients;
      double squares = 0;
      uint64_t seed = 1;
      for (const Shape& shape : {Shape{3, 5}, Shape{9001}, Shape{0}, Shape{64, 64}}) {
        const Tensor zeros = Tensor::zeros(shape, DType::kFloat32),
                     g = random_tensor(shape, ++seed, DType::kFloat32);
        const Tensor weight = random_tensor(shape, ++seed, DType::kFloat32);
        here.push_back({weight, zeros.clone(), zeros.clone(), {}, {}});
        UpdateStep step;
        step.rate = 0.01f * static_cast<float>(seed);
        end.steps.push_back(step);
        there.push_back(
            {static_cast<int32_t>(end.steps.size()) - 1, up(g), {up(weight), up(zeros), up(zeros), {}, {}}});
        gradients.push_back(g);
        squares += cpu.kernels->reduce.sum_of_squares(cpu, g);
      }
      end.loss = up(Tensor::of<float>({1}, {0.5f}));
      end.logits = up(Tensor::of<float>({3, 2}, {1, 2, 3, 3, -1, -2}));
      end.labels = up(Tensor::of<int32_t>({3}, {1, 0, 1}));
      end.clip = clip;
      end.numbers = up(Tensor::zeros({2, 3}, DType::kFloat64));
      end.place = 1;
      end.halted = up(Tensor::zeros({1}, DType::kInt32));
      device.kernels->optimizer.finish_step(device, end, there);
      const std::vector<double> numbers = on_host(device, end.numbers.rows(1, 1)).values<double>();
      const double norm = std::sqrt(squares), factor = clip > 0 ? std::min(1.0, clip / (norm + 1e-6)) : 1;
      CHECK(numbers[0] == 0.5);
      CHECK(numbers[1] == Approx(norm).epsilon(1e-6));
      CHECK(numbers[2] == 2);  // the first of equal scores counts
      for (size_t i = 0; i < there.size(); ++i) {
        cpu.kernels->optimizer.update(cpu, end.steps[i], static_cast<float>(factor), gradients[i], here[i]);
        CHECK(relative_difference(on_host(device, there[i].state.weight), here[i].weight) <= 1e-6);
        CHECK(relative_difference(on_host(device, there[i].state.v), here[i].v) <= 1e-6);
      }
      const Tensor weight = on_host(device, there[0].state.weight);
      end.loss = up(Tensor::of<float>({1}, {std::numeric_limits<float>::infinity()}));
      device.kernels->optimizer.finish_step(device, end, there);
      end.loss = up(Tensor::of<float>({1}, {0.5f}));
      device.kernels->optimizer.finish_step(device, end, there);  // halted: it changes nothing any more
      CHECK(identical(on_host(device, there[0].state.weight), weight));
    }
}

TEST_CASE("columns of few rows and of many are summed on a GPU", "[gpu]") {
  constexpr int64_t D = 3;
  for (const Device& device : gpus())
    for (int64_t N : {0, 1, 33, 1024, 1025, 5000}) {  // the last two in longer runs
      CAPTURE(device.description, N);
      const Tensor dy({N, D}, DType::kFloat32), db = Tensor::of<float>({D}, {1, 2, 3});
      for (int64_t i = 0; i < dy.count(); ++i) set_element(dy, i, static_cast<double>(i % 7));  // exact sums
      const Tensor sums = on_device(device, db, *device.memory);
      device.kernels->matmul.linear_db(device, on_device(device, dy, *device.memory), sums, true);
      cpu::device().kernels->matmul.linear_db(cpu::device(), dy, db, true);
      CHECK(identical(on_host(device, sums), db));
    }
}

TEST_CASE("attention in tiles hides no NaN", "[gpu]") {
  const AttentionPlan plan{Spans::packed({40, 2}), Spans::packed({40, 2}), 1, 0.5, false};
  const Tensor q = random_tensor({42, 4}, 1, DType::kFloat32), k = random_tensor({42, 4}, 2, DType::kFloat32);
  set_element(q, 4 * 5, std::numeric_limits<double>::quiet_NaN());   // all scores of query 5
  set_element(k, 4 * 41, std::numeric_limits<double>::quiet_NaN());  // one of both queries of sentence 1
  for (const Device& device : gpus()) {
    const Tensor out = on_device(device, poisoned({42, 4}, DType::kFloat32), *device.memory),
                 stats = on_device(device, poisoned({42, 1}, DType::kFloat32), *device.memory);
    const Tensor up_q = on_device(device, q, *device.memory), up_k = on_device(device, k, *device.memory);
    device.kernels->attention.fused(device, plan, up_q, up_k, up_q, out, stats);
    const Tensor y = on_host(device, out);
    for (int64_t n = 0; n < 42; ++n) {
      CAPTURE(device.description, n);
      CHECK(std::isnan(element(y, 4 * n + 1)) == (n == 5 || n >= 40));
    }
  }
}

TEST_CASE("states too wide for the chip are kept in the GPU's memory", "[gpu]") {
  constexpr int64_t H = 3100;
  const Spans sentences = Spans::packed({2, 1});
  const RecurrentPlan plan{Cell::kRnn, sentences, false, H, 0};
  const Tensor W = random_tensor({H, H}, 1), b = random_tensor({H}, 2), gates = random_tensor({3, H}, 3);
  for (int64_t i = 0; i < W.count(); ++i) set_element(W, i, element(W, i) / 60);
  auto run = [&](const Device& device) {
    auto up = [&](const Tensor& t) {
      return device.separate ? on_device(device, t, *device.memory) : t.clone();
    };
    const Tensor g = up(gates), states = up(poisoned({3, H}, DType::kFloat64)),
                 previous = up(poisoned({3, H}, DType::kFloat64));
    device.kernels->recurrent.forward(device, plan, up(W), {}, up(b), g, states, {});
    device.kernels->recurrent.backward(device, plan, up(W), states, up(gates), g, {}, previous);
    return on_host(device, g);
  };
  const Tensor expected = run(cpu::device());
  for (const Device& device : gpus()) CHECK(relative_difference(run(device), expected) <= 1e-10);
}

#ifndef __EMSCRIPTEN__

TEST_CASE("what a GPU computes does not depend on which thread comes first", "[gpu]") {
  const Device device = played_gpu();
  const Examples train = sentences(60, 3);
  auto weights = [&](bool backwards) {
    cuda::threads_run_backwards = backwards;
    RequestClassifier model = small_model();
    model.parameters().move_to(device);
    Run run(model, device, options(1), train);
    run_epochs(run, 1);
    cuda::threads_run_backwards = false;
    std::vector<Tensor> values;
    for (const Variable& p : model.parameters().all()) values.push_back(on_host(device, p.value()));
    return values;
  };
  const std::vector<Tensor> forwards = weights(false), backwards = weights(true);
  for (size_t i = 0; i < forwards.size(); ++i) {
    CAPTURE(i);
    CHECK(identical(forwards[i], backwards[i]));
  }
}

TEST_CASE("a GPU that is full says so, after what was kept for reuse is given back", "[gpu]") {
  const Device device = played_gpu(1 << 20);
  Tensor large({600 << 8}, DType::kFloat32, *device.memory);  // 600 KiB
  const std::string message = message_of([&] { Tensor({600 << 8}, DType::kFloat32, *device.memory); });
  CHECK(contains(message, "[cuda] no memory for"));
  CHECK(contains(message, "smaller batch_size"));
  large = {};
  CHECK(bytes_of(device) > 600 << 10);  // kept
  CHECK_NOTHROW(Tensor({700 << 8}, DType::kFloat32, *device.memory));
  CHECK(bytes_of(device) < 800 << 10);
}

TEST_CASE("once warm, a step asks the GPU for no memory", "[gpu]") {
  const Device device = played_gpu();
  Context ctx;
  Arena arena(*device.memory);
  ctx.device = &device;
  ctx.memory = &arena;
  RequestClassifier model = small_model();
  model.parameters().move_to(device);
  const Examples train = sentences(16, 4);
  std::vector<int> all(16);
  for (int i = 0; i < 16; ++i) all[static_cast<size_t>(i)] = i;
  size_t warm = 0;
  for (int step = 0; step < 4; ++step) {
    Tape tape;
    ctx.tape = &tape;
    const Variable logits = model.forward(ctx, make_batch(train.texts, all));
    const Tensor labels =
        Tensor::of<int32_t>({16}, std::vector<int32_t>(train.labels.begin(), train.labels.end()));
    tape.backward(cross_entropy(ctx, logits, labels));
    model.parameters().clear_grads();
    arena.reset();
    if (step == 1) warm = bytes_of(device);
  }
  CHECK(bytes_of(device) == warm);
}

TEST_CASE("what was uploaded is found again by its contents", "[gpu]") {
  const Device device = played_gpu();
  cuda::Uploads& uploads = cuda::gpu_of(device).uploads;
  const std::vector<int32_t> a{1, 2, 3}, same{1, 2, 3}, other{1, 2, 4};
  const size_t bytes = sizeof(int32_t) * a.size();
  const std::shared_ptr<void> first = uploads.find(a.data(), bytes);
  CHECK(uploads.find(same.data(), bytes) == first);
  CHECK(uploads.find(other.data(), bytes) != first);
  CHECK(uploads.size() == 2);
  CHECK(uploads.find(nullptr, 0) != nullptr);
}

#endif
