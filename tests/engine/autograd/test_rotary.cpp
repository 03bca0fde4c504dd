// Rotary positions: their angles against PyTorch's, the turn against its definition, and its gradient.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr double kTheta = 100;

Variable turned(Context& ctx, const Variable& x, const Spans& spans, int64_t K) {
  return rotary(ctx, x, spans, rotary_angles(ctx, spans.longest(), K, {kTheta}, x.dtype()));
}

}  // namespace

TEST_CASE("PyTorch: the angles of rotary positions", "[oracle][rotary]") {
  const Oracle io("modernbert_tiny_io");
  for (const auto& [name, theta] : {std::pair("rope.global", 160000.0), std::pair("rope.local", 10000.0)}) {
    const Tensor &cosines = io[std::string(name) + ".cos"], &sines = io[std::string(name) + ".sin"];
    const int64_t T = cosines.size(0), K = cosines.size(1);  // both halves of PyTorch's tables are alike
    Bench bench;
    const Tensor angles = rotary_angles(bench.ctx, T, K, {theta}, DType::kFloat32);
    for (int64_t t = 0; t < T; ++t)
      for (int64_t j = 0; j < K / 2; ++j) {
        CHECK(element(angles, t * K + j) == Approx(element(cosines, t * K + j)).margin(1e-6));
        CHECK(element(angles, t * K + K / 2 + j) == Approx(element(sines, t * K + j)).margin(1e-6));
      }
  }
}

TEST_CASE("angles far out are as exact as float32, on every device", "[rotary]") {
  constexpr int64_t T = 8192, K = 8;
  std::vector<Device> devices = gpus();
  devices.push_back(cpu::device());
  for (const Device& device : devices) {
    CAPTURE(device.description);
    Bench bench(false, device);
    const Tensor angles = on_host(device, rotary_angles(bench.ctx, T, K, {10000}, DType::kFloat32));
    for (int64_t t : {int64_t{0}, int64_t{1}, int64_t{4095}, T - 1})
      for (int64_t j = 0; j < K / 2; ++j) {
        const double angle = static_cast<double>(t) * std::pow(10000, -2.0 * static_cast<double>(j) / K);
        CHECK(std::abs(element(angles, t * K + j) - std::cos(angle)) < 1e-7);
        CHECK(std::abs(element(angles, t * K + K / 2 + j) - std::sin(angle)) < 1e-7);
      }
  }
}

TEST_CASE("a row is turned by its place in its sentence; rows of no sentence are zero", "[rotary]") {
  constexpr int64_t K = 6, H = 2;
  const Spans spans = Spans::padded(4, {3, 4});
  Bench bench;
  const Tensor x = random_tensor({8, H * K}, 1);
  const Tensor y = turned(bench.ctx, Variable(x), spans, K).value();
  for (int64_t n = 0; n < 8; ++n)
    for (int64_t c = 0; c < H * K; ++c) {
      const int64_t h = c / K, i = c % K, j = i % (K / 2);
      const double angle = static_cast<double>(n % 4) * std::pow(kTheta, -2.0 * static_cast<double>(j) / K);
      // rotate_half(x) = (-second half, first half)
      const double other =
          i < K / 2 ? -element(x, n * H * K + h * K + i + K / 2) : element(x, n * H * K + h * K + i - K / 2);
      const double want = n == 3 ? 0 : element(x, n * H * K + c) * std::cos(angle) + other * std::sin(angle);
      CHECK(element(y, n * H * K + c) == Approx(want).margin(1e-12));
    }
}

TEST_CASE("what two places have in common depends on how far apart they are alone", "[rotary]") {
  constexpr int64_t T = 40, K = 16;
  const Tensor one = random_tensor({2, K}, 2), rows({2 * T, K}, DType::kFloat64);
  for (int64_t i = 0; i < 2 * T * K; ++i) set_element(rows, i, element(one, i / (T * K) * K + i % K));
  Bench bench;
  const Tensor y = turned(bench.ctx, Variable(rows), Spans::packed({T, T}), K).value();
  auto product = [&](int64_t t, int64_t s) {  // of the first row at place t, the second at place s
    double sum = 0;
    for (int64_t c = 0; c < K; ++c) sum += element(y, t * K + c) * element(y, (T + s) * K + c);
    return sum;
  };
  for (int64_t apart : {0, 1, 7})
    for (int64_t t : {1, 11, 32}) CHECK(product(t, t + apart) == Approx(product(0, apart)).epsilon(1e-12));
  CHECK(std::abs(product(0, 7) - product(0, 1)) > 1e-3);
}

TEST_CASE("gradient: rotary positions", "[gradient][rotary]") {
  for (const Spans& spans :
       {Spans::packed({4}), Spans::packed({3, 0, 2}), Spans::padded(4, {2, 4, 0}), Spans::packed({0})})
    for (int64_t heads : {1, 3})
      for (int64_t K : {2, 6, 34}) {
        CAPTURE(heads, K);
        check_gradients([&](Context& ctx, auto& x) { return turned(ctx, x[0], spans, K); },
                        {random_tensor({spans.rows() + 1, heads * K}, 3)});
      }
}

TEST_CASE("heads of an odd width, and places without angles, are refused", "[rotary]") {
  Bench bench;
  CHECK(contains(message_of([&] { rotary_angles(bench.ctx, 4, 5, {100}, DType::kFloat32); }),
                 "[rotary] heads of width 5"));
  const Tensor angles = rotary_angles(bench.ctx, 3, 4, {100}, DType::kFloat32);
  const Variable x(random_tensor({4, 8}, 1, DType::kFloat32));
  CHECK(contains(message_of([&] { rotary(bench.ctx, x, Spans::packed({4}), angles); }),
                 "the angles are [3, 4], the longest sentence is 4"));
}
