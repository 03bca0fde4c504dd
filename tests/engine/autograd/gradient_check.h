// Gradients of an op against central differences, in float64:
//   ∂L/∂x_i ≈ (L(x + εe_i) - L(x - εe_i)) / 2ε,  L = Σ weights ⊙ f(x) with random weights.
#pragma once

#include <functional>
#include <vector>

#include "engine/autograd/ops.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/tensor/numbers.h"

namespace heed::test {

// A GPU's memory, full of NaN too.
class PoisonedOnGpu final : public Allocator {
 public:
  explicit PoisonedOnGpu(const Device& device) : device_(device) {}
  std::shared_ptr<void> allocate(size_t bytes) override {
    std::shared_ptr<void> memory = device_.memory->allocate(bytes);
    const std::vector<char> poison(bytes, '\xff');
    if (bytes > 0) device_.from_host(device_, memory.get(), poison.data(), bytes);
    return memory;
  }

 private:
  const Device& device_;
};

// A device, a tape and memory that begins as NaN.
struct Bench {
  Device device;
  Poisoned host_memory;
  PoisonedOnGpu gpu_memory{device};
  Tape tape;
  Trace trace;
  Context ctx;

  explicit Bench(bool with_tape = true, const Device& chosen = cpu::device()) : device(chosen) {
    ctx.device = &device;
    if (device.separate)
      ctx.memory = &gpu_memory;
    else
      ctx.memory = &host_memory;
    ctx.tape = with_tape ? &tape : nullptr;
  }
};

using Op = std::function<Variable(Context&, const std::vector<Variable>&)>;

// The gradient of x as one tensor, whether it was kept whole, by rows, or is zero.
inline Tensor dense_gradient(const Variable& x, const Device& device = cpu::device()) {
  if (x.grad().defined()) return on_host(device, x.grad());
  Tensor dense = Tensor::zeros(x.shape(), x.dtype());
  const SparseRows& sparse = x.node().sparse_grad;
  const int64_t D = x.shape().columns();
  for (size_t r = 0; r < sparse.rows.size(); ++r)
    for (int64_t d = 0; d < D; ++d)
      set_element(dense, sparse.rows[r] * D + d, element(sparse.values, static_cast<int64_t>(r) * D + d));
  return dense;
}

inline std::vector<Variable> variables_of(const std::vector<Tensor>& values, size_t without_gradient,
                                          const Device& device = cpu::device()) {
  std::vector<Variable> variables;
  for (size_t i = 0; i < values.size(); ++i)
    variables.emplace_back(on_device(device, values[i], *device.memory), i != without_gradient);
  return variables;
}

// L without a tape and without the op weighted_sum.
inline double loss_of(const Op& f, const std::vector<Tensor>& inputs, uint64_t seed) {
  Bench bench(false);
  const Tensor y = f(bench.ctx, variables_of(inputs, inputs.size())).value();
  const Tensor weights = random_tensor(y.shape(), seed);
  double loss = 0;
  for (int64_t i = 0; i < y.count(); ++i) loss += element(y, i) * element(weights, i);
  return loss;
}

inline Tensor numeric_gradient(const Op& f, std::vector<Tensor> inputs, size_t which, uint64_t seed) {
  constexpr double kStep = 1e-6;
  inputs[which] = inputs[which].clone();
  const Tensor& x = inputs[which];
  Tensor gradient(x.shape(), x.dtype());
  for (int64_t i = 0; i < x.count(); ++i) {
    const double value = element(x, i);
    set_element(x, i, value + kStep);
    const double above = loss_of(f, inputs, seed);
    set_element(x, i, value - kStep);
    const double below = loss_of(f, inputs, seed);
    set_element(x, i, value);
    set_element(gradient, i, (above - below) / (2 * kStep));
  }
  return gradient;
}

// Runs forward and backward, `times` over without clearing gradients between.
inline std::vector<Tensor> gradients_of(const Op& f, const std::vector<Tensor>& inputs, uint64_t seed,
                                        size_t without_gradient, int times = 1,
                                        const Device& device = cpu::device()) {
  Bench bench(true, device);
  const std::vector<Variable> x = variables_of(inputs, without_gradient, device);
  for (int i = 0; i < times; ++i) {
    Variable y = f(bench.ctx, x);
    if (!y.requires_grad()) continue;
    bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), seed)));
  }
  if (without_gradient < x.size()) CHECK_FALSE(x[without_gradient].grad().defined());
  std::vector<Tensor> gradients;
  for (const Variable& input : x) gradients.push_back(dense_gradient(input, device));
  return gradients;
}

// A GPU's results and gradients against the CPU's, once and where gradients meet.
inline void check_gpus(const Op& f, const std::vector<Tensor>& inputs, const std::vector<Tensor>& gradients,
                       uint64_t seed, bool tables) {
  constexpr double kTolerance = 1e-10;
  Bench reference(false);
  const Tensor y = f(reference.ctx, variables_of(inputs, inputs.size())).value();
  for (const Device& device : gpus()) {
    CAPTURE(device.description);
    Bench bench(false, device);
    const Variable on_gpu = f(bench.ctx, variables_of(inputs, inputs.size(), device));
    CHECK(relative_difference(on_host(device, on_gpu.value()), y) <= kTolerance);
    for (int times = 1; times <= (tables ? 1 : 2); ++times) {
      const std::vector<Tensor> found = gradients_of(f, inputs, seed, inputs.size(), times, device);
      for (size_t i = 0; i < inputs.size(); ++i) {
        CAPTURE(times, i);
        for (int64_t n = 0; n < found[i].count(); ++n) set_element(found[i], n, element(found[i], n) / times);
        CHECK(relative_difference(found[i], gradients[i]) <= kTolerance);
      }
    }
  }
}

// Checks the gradient of every input of f; that it stays the same when another input needs none; and that a
// second pass adds to the first (`tables`: inputs looked up by rows, where a second look is an error); and
// all of it on every GPU.
inline void check_gradients(const Op& f, const std::vector<Tensor>& inputs, bool tables = false) {
  constexpr double kTolerance = 1e-6;
  constexpr uint64_t kSeed = 77;
  // A gradient may be the small difference of large terms, whose rounding stays.
  constexpr double kRounding = 1e-12;
  const std::vector<Tensor> all = gradients_of(f, inputs, kSeed, inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    CAPTURE(i, inputs[i].shape().str());
    CHECK(relative_difference(all[i], numeric_gradient(f, inputs, i, kSeed)) <= kTolerance);
  }
  for (size_t off = 0; off < inputs.size() && inputs.size() > 1; ++off) {
    const std::vector<Tensor> others = gradients_of(f, inputs, kSeed, off);
    for (size_t i = 0; i < inputs.size(); ++i) {
      CAPTURE(off, i);
      if (i != off) CHECK(relative_difference(others[i], all[i]) <= kRounding);
    }
  }
  check_gpus(f, inputs, all, kSeed, tables);
  if (tables) return;
  const std::vector<Tensor> twice = gradients_of(f, inputs, kSeed, inputs.size(), 2);
  for (size_t i = 0; i < inputs.size(); ++i) {
    CAPTURE(i);
    for (int64_t n = 0; n < all[i].count(); ++n) set_element(all[i], n, 2 * element(all[i], n));
    CHECK(relative_difference(twice[i], all[i]) <= kRounding);
  }
}

}  // namespace heed::test
