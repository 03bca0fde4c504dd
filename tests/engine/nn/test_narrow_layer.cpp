// An encoder layer that keeps much of what it works out in bfloat16, against the CPU's float64.
#ifndef __EMSCRIPTEN__

#include "engine/nn/transformer_layer.h"
#include "engine/tensor/arena.h"
#include "tests/engine/autograd/narrow_numbers.h"

using namespace heed;
using namespace heed::test;

namespace {

// Result, gradient of x and of all parameters.
std::vector<Tensor> through_layer(const Device& device, Activation f, Trace* trace, size_t* kept = nullptr) {
  Bench bench(true, device);
  bench.ctx.training = true;
  bench.ctx.dropout = {1, 2, 0};
  bench.ctx.trace = trace;
  Arena arena(*device.memory, 1);
  if (kept) bench.ctx.memory = &arena;
  const DType type = device.separate ? DType::kFloat32 : DType::kFloat64;
  Parameters parameters(3, type);
  const nn::TransformerLayer layer(parameters, "layer",
                                   {.attention = {.D = 64, .width = 512, .heads = 8},
                                    .feed_forward = {.F = 128, .activation = f},
                                    .attended_dropout = 0.1,
                                    .fed_dropout = 0.1});
  parameters.move_to(bench.device);
  const Variable x(on_device(device, numbers({298, 64}, 4).to(type), *device.memory), true);
  const Variable y = layer(bench.ctx, x, {.texts = Spans::packed(kRagged)});
  if (kept) *kept = arena.bytes();
  bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), 5).to(type)));
  std::vector<Tensor> found{in_float64(device, y.value()), in_float64(device, x.grad())};
  for (const Variable& parameter : parameters.all()) found.push_back(in_float64(device, parameter.grad()));
  return found;
}

// |a - b|, or |a| without b.
double distance(const Tensor& a, const Tensor& b = {}) {
  double sum = 0;
  for (int64_t i = 0; i < a.count(); ++i)
    sum += std::pow(element(a, i) - (b.defined() ? element(b, i) : 0), 2);
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("an encoder layer in a bf16 run is within 1e-2 of float64, with ReLU its gradients within 5e-2",
          "[gpu][narrow][nn]") {
  for (Activation f : {Activation::kRelu, Activation::kGelu}) {
    const Device device = narrowing_gpu();
    const std::vector<Tensor> expected = through_layer(cpu::device(), f, nullptr),
                              found = through_layer(device, f, nullptr);
    REQUIRE(found.size() == 18);
    // Rounding opens and closes a few ReLUs whose numbers are near zero.
    const double tolerance = f == Activation::kRelu ? 5 * kTolerance : kTolerance;
    constexpr size_t kQueryBias = 3, kKeyBias = 5;  // softmax does not see the key's: its gradient is zero
    for (size_t i = 0; i < found.size(); ++i) {
      CAPTURE(static_cast<int>(f), i);
      const double size = distance(expected[i == kKeyBias ? kQueryBias : i]);
      CHECK(distance(found[i], expected[i]) <= (i == 0 ? kTolerance : tolerance) * size);
    }
    // Forwards q, k, v, attention, the projection behind it and the feed-forward's two; backwards the
    // gradients of q, k, v, of attention and of the hidden layer.
    CHECK(asked_of(device).narrow_sums == 12);
  }
}

TEST_CASE("a layer keeps less in a bf16 run, and nothing narrow where somebody listens",
          "[gpu][narrow][nn]") {
  const Device device = narrowing_gpu(), wide = played_gpu();
  size_t narrow_bytes = 0, wide_bytes = 0;
  through_layer(device, Activation::kGelu, nullptr, &narrow_bytes);
  through_layer(wide, Activation::kGelu, nullptr, &wide_bytes);
  CHECK(static_cast<double>(narrow_bytes) < 0.7 * static_cast<double>(wide_bytes));
  const int before = asked_of(device).narrow_sums;
  Trace trace;
  through_layer(device, Activation::kGelu, &trace);
  CHECK(asked_of(device).narrow_sums == before);
  CHECK(asked_of(wide).narrow_sums == 0);
}

#endif
