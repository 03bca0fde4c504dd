// This machine's matrix-product rate, one thread: Eigen's product and the engine's, at the shapes of the
// request classifier's training and at 512 x 512 x 512. One JSON object per line; `count` is how many such
// products one encoder layer makes. Times are processor seconds, the median of kTrials.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/bench/products.h"

namespace {

using heed::DType;
using heed::Shape;
using heed::Tensor;
using heed::bench::Multiplier;

constexpr int kTrials = 5;
constexpr double kTrialSeconds = 0.01;

// y [N, O] = x [N, I] Wᵀ, as `count` layers of the model do it.
struct Layer {
  int64_t N, I, O;
  int count;
};

Tensor noise(const Shape& shape) {
  static std::mt19937 generator(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Tensor tensor(shape, DType::kFloat32);
  std::generate_n(tensor.data<float>(), tensor.count(), [&] { return uniform(generator); });
  return tensor;
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double seconds_per_call(const std::function<void()>& product) {
  product();  // memory is touched, caches are warm
  std::array<double, kTrials> seconds{};
  for (double& trial : seconds) {
    const double begun = processor_seconds();
    double now = begun;
    int calls = 0;
    for (; now - begun < kTrialSeconds; ++calls, now = processor_seconds()) product();
    trial = (now - begun) / calls;
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[kTrials / 2];
}

void compare(const char* name, const Layer& layer, const std::function<void(const Multiplier&)>& product) {
  static const heed::Device device = heed::cpu::device();
  static const Multiplier eigen = heed::bench::eigen(), engine = heed::bench::engine(device);
  const double products = static_cast<double>(2 * layer.N * layer.I * layer.O);
  std::printf(R"({"product": "%s", "N": %ld, "I": %ld, "O": %ld, "count": %d, "gflop": %.6f, )"
              R"("eigen": %.3e, "heed": %.3e})"
              "\n",
              name, static_cast<long>(layer.N), static_cast<long>(layer.I), static_cast<long>(layer.O),
              layer.count, products * 1e-9, seconds_per_call([&] { product(eigen); }),
              seconds_per_call([&] { product(engine); }));
}

void measure(const Layer& layer) {
  const Tensor x = noise({layer.N, layer.I}), W = noise({layer.O, layer.I}), dy = noise({layer.N, layer.O});
  const Tensor y = noise({layer.N, layer.O}), dW = noise({layer.O, layer.I}), dx = noise({layer.N, layer.I});
  compare("forward", layer, [&](const Multiplier& by) { by.forward(x, W, {}, y); });
  compare("dx", layer, [&](const Multiplier& by) { by.dx(dy, W, dx); });
  compare("dW", layer, [&](const Multiplier& by) { by.dW(dy, x, dW); });
}

}  // namespace

int main() {
  // 608 tokens: 32 sentences of 19, the mean. q, k, v; the way back out; feed-forward; and a square for
  // comparison.
  for (const Layer& layer : {Layer{608, 128, 64, 3},
                             {608, 64, 128, 1},
                             {608, 128, 512, 1},
                             {608, 512, 128, 1},
                             {512, 512, 512, 0}})
    measure(layer);
}
