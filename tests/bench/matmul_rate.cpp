// This machine's matrix-product rate, one thread: Eigen's product and the engine's, at the shapes of the
// request classifier's training and at 512 x 512 x 512. One JSON object per line; `count` is how many such
// products one encoder layer makes. Times are processor seconds, the median of kTrials.
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>

#include "engine/kernels/cpu/cpu_device.h"

namespace {

using heed::Activation;
using heed::DType;
using heed::Shape;
using heed::Tensor;
using Matrix = Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

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

Matrix matrix(const Tensor& tensor) {
  return {tensor.data<float>(), tensor.size(0), tensor.size(1)};
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

void compare(const char* name, const Layer& layer, const std::function<void()>& eigen,
             const std::function<void()>& heed) {
  const double products = static_cast<double>(2 * layer.N * layer.I * layer.O);
  std::printf(R"({"product": "%s", "N": %ld, "I": %ld, "O": %ld, "count": %d, "gflop": %.6f, )"
              R"("eigen": %.3e, "heed": %.3e})"
              "\n",
              name, static_cast<long>(layer.N), static_cast<long>(layer.I), static_cast<long>(layer.O),
              layer.count, products * 1e-9, seconds_per_call(eigen), seconds_per_call(heed));
}

void measure(const heed::Device& device, const Layer& layer) {
  const heed::MatmulKernels& kernels = device.kernels->matmul;
  const Tensor x = noise({layer.N, layer.I}), W = noise({layer.O, layer.I}), dy = noise({layer.N, layer.O});
  const Tensor y = noise({layer.N, layer.O}), dW = noise({layer.O, layer.I}), dx = noise({layer.N, layer.I});
  compare(
      "forward", layer, [&] { matrix(y).noalias() = matrix(x) * matrix(W).transpose(); },
      [&] { kernels.linear(device, x, W, {}, {}, Activation::kNone, y); });
  compare(
      "dx", layer, [&] { matrix(dx).noalias() = matrix(dy) * matrix(W); },
      [&] { kernels.linear_dx(device, dy, W, dx, false); });
  compare(
      "dW", layer, [&] { matrix(dW).noalias() = matrix(dy).transpose() * matrix(x); },
      [&] { kernels.linear_dW(device, dy, x, dW, false); });
}

}  // namespace

int main() {
  const heed::Device device = heed::cpu::device();
  // 608 tokens: 32 sentences of 19, the mean. q, k, v; the way back out; feed-forward; and a square for
  // comparison.
  for (const Layer& layer : {Layer{608, 128, 64, 3},
                             {608, 64, 128, 1},
                             {608, 128, 512, 1},
                             {608, 512, 128, 1},
                             {512, 512, 512, 0}})
    measure(device, layer);
}
