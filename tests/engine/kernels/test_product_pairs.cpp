// Products whose factors a CPU rounds to bfloat16, beside products in float32 of factors that were rounded
// before.
#include "engine/format/half.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/instruction_sets.h"

using namespace heed;
using namespace heed::test;

namespace {

Tensor rounded(const Tensor& x) {
  return widen(narrow(x, DType::kBFloat16));
}

double apart(const Tensor& a, const Tensor& b) {
  double most = 0;
  for (int64_t i = 0; i < a.count(); ++i) most = std::max(most, std::abs(element(a, i) - element(b, i)));
  return most;
}

}  // namespace

TEST_CASE("A CPU with AVX512-BF16 rounds the factors of large products and nothing else", "[kernels]") {
  if (!cpu::kernels_for("avx512bf16")) {
    WARN("skipped: this processor has no AVX512-BF16");
    return;
  }
  ThreadPool pool(2);
  const Device narrow_device = cpu::device(&pool, "bf16"), device = cpu::device(&pool);
  CHECK(narrow_device.kernels == cpu::kernels_for("avx512bf16"));
  CHECK(device.kernels != narrow_device.kernels);
  CHECK(cpu::device(&pool, "tf32").kernels == device.kernels);
  const auto random = [](const Shape& shape, uint64_t seed) {
    return random_tensor(shape, seed, DType::kFloat32);
  };
  // Odd depths, edges of tiles and panels, several blocks of depth; the last two are too small to be rounded.
  for (const auto& [N, I, O] : std::vector<std::array<int64_t, 3>>{{32, 32, 32},
                                                                   {45, 33, 47},
                                                                   {70, 1037, 65},
                                                                   {1055, 64, 96},
                                                                   {64, 95, 771},
                                                                   {31, 64, 64},
                                                                   {64, 64, 31}}) {
    CAPTURE(N, I, O);
    const bool small = std::min({N, I, O}) < 32;
    const Tensor x = random({N, I}, 1), W = random({O, I}, 2), b = random({O}, 3), dy = random({N, O}, 4);
    const Tensor rx = small ? x : rounded(x), rW = small ? W : rounded(W), rdy = small ? dy : rounded(dy);
    const auto near = [&](int64_t terms) { return 1e-5 * std::sqrt(static_cast<double>(terms)); };
    const MatmulKernels& found = narrow_device.kernels->matmul;
    const MatmulKernels& expected = device.kernels->matmul;
    for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu}) {
      const Tensor y({N, O}, DType::kFloat32), z({N, O}, DType::kFloat32);
      found.linear(narrow_device, x, W, {}, b, f, y);
      expected.linear(device, rx, rW, {}, b, f, z);
      CHECK(apart(y, z) < near(I));
    }
    for (bool add : {false, true}) {
      const Tensor dx = random({N, I}, 5), dW = random({O, I}, 6), ex = random({N, I}, 5),
                   eW = random({O, I}, 6);
      found.linear_dx(narrow_device, dy, W, dx, add);
      expected.linear_dx(device, rdy, rW, ex, add);
      CHECK(apart(dx, ex) < near(O));
      found.linear_dW(narrow_device, dy, x, dW, add);
      expected.linear_dW(device, rdy, rx, eW, add);
      CHECK(apart(dW, eW) < near(N));
    }
  }
}
