// Kernels where tensors are bfloat16: what they give is what those of float32 give, rounded to the nearest.
#ifndef __EMSCRIPTEN__

#include <limits>

#include "engine/format/half.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

const Shape kShape{24, 72};

struct Gpu {
  Device device = played_gpu(size_t{1} << 30, true);
  const ElementwiseKernels& kernels = device.kernels->elementwise;

  Tensor up(const Tensor& t) const { return on_device(device, t, *device.memory); }
  // On the GPU, in this type, of numbers that bfloat16 has.
  Tensor numbers(uint64_t seed, DType type) const {
    const Tensor rounded = narrow(random_tensor(kShape, seed, DType::kFloat32), DType::kBFloat16);
    return up(type == DType::kBFloat16 ? rounded : widen(rounded));
  }
  // On the host, in bfloat16.
  Tensor rounded(const Tensor& t) const {
    const Tensor host = on_host(device, t);
    return host.dtype() == DType::kBFloat16 ? host : narrow(host, DType::kBFloat16);
  }
};

constexpr DType kTypes[] = {DType::kFloat32, DType::kBFloat16};

using Kernel = std::function<void(const Gpu&, const Tensor& a, const Tensor& b, const Tensor& y)>;

// With all combinations of types but that of float32 alone: the bits of float32's result, rounded.
void check_rounded(const Kernel& kernel) {
  const Gpu gpu;
  const Tensor expected = gpu.numbers(3, DType::kFloat32);
  kernel(gpu, gpu.numbers(1, DType::kFloat32), gpu.numbers(2, DType::kFloat32), expected);
  for (DType a : kTypes)
    for (DType b : kTypes)
      for (DType y : kTypes) {
        const Tensor found = gpu.numbers(3, y);
        kernel(gpu, gpu.numbers(1, a), gpu.numbers(2, b), found);
        CAPTURE(name_of(a), name_of(b), name_of(y));
        CHECK(identical(gpu.rounded(found), gpu.rounded(expected)));
      }
}

}  // namespace

TEST_CASE("sums and copies between float32 and bfloat16", "[gpu][narrow]") {
  check_rounded([](const Gpu& c, const Tensor& a, const Tensor& b, const Tensor& y) {
    c.kernels.add(c.device, a, b, y);
  });
  for (bool add : {false, true})
    check_rounded([add](const Gpu& c, const Tensor& a, const Tensor&, const Tensor& y) {
      c.kernels.accumulate(c.device, a, y, add);
    });
  check_rounded([](const Gpu& c, const Tensor&, const Tensor&, const Tensor& y) {
    c.kernels.fill(c.device, 1.2345, y);
  });
}

TEST_CASE("activations of bfloat16 and their slopes", "[gpu][narrow]") {
  for (Activation f : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kTanh,
                       Activation::kSilu, Activation::kNone}) {
    check_rounded([f](const Gpu& c, const Tensor& a, const Tensor&, const Tensor& y) {
      c.kernels.activate(c.device, f, a, y);
    });
    for (bool add : {false, true})
      check_rounded([=](const Gpu& c, const Tensor& a, const Tensor& b, const Tensor& y) {
        c.kernels.activate_backward(c.device, f, a, b, y, add);
      });
  }
}

TEST_CASE("the same numbers are dropped in bfloat16", "[gpu][narrow][dropout]") {
  for (bool rows : {false, true})
    for (bool add : {false, true})
      check_rounded([=](const Gpu& c, const Tensor& a, const Tensor&, const Tensor& y) {
        c.kernels.dropout(c.device, {7, 3, 1}, 0.3, rows, a, y, add);
      });
}

TEST_CASE("rows of bfloat16 are summed in float32", "[gpu][narrow]") {
  const Gpu gpu;
  const Tensor dy = gpu.numbers(1, DType::kBFloat16), wide = widen(on_host(gpu.device, dy));
  for (bool add : {false, true}) {
    const Tensor db = gpu.up(filled({72}, DType::kFloat32, 2));
    gpu.device.kernels->matmul.linear_db(gpu.device, dy, db, add);
    for (int64_t o = 0; o < 72; ++o) {
      double sum = add ? 2 : 0;
      for (int64_t n = 0; n < 24; ++n) sum += element(wide, n * 72 + o);
      CHECK(element(on_host(gpu.device, db), o) == Approx(sum).margin(1e-5));
    }
  }
}

TEST_CASE("a residual sum and its normalisation at once are what they are one after the other",
          "[gpu][narrow][dropout]") {
  const Gpu gpu;
  const NormKernels& norm = gpu.device.kernels->norm;
  const DType f32 = DType::kFloat32;
  auto make = [&](const Shape& shape) { return gpu.up(poisoned(shape, f32)); };
  auto vector = [&](uint64_t seed) { return gpu.up(random_tensor({72}, seed, f32)); };
  auto close = [&](const Tensor& a, const Tensor& b) {
    CHECK(relative_difference(on_host(gpu.device, a), on_host(gpu.device, b)) <= 1e-6);
  };
  const Tensor gamma = vector(4), beta = vector(5), dy = gpu.numbers(6, f32);
  for (double rate : {0.0, 0.3}) {
    const Residual r{gpu.numbers(1, f32), gpu.numbers(2, DType::kBFloat16), {7, 3, 1}, rate};
    const Tensor dropped = make(kShape), sum = make(kShape), y = make(kShape), stats = make({24, 2}),
                 found_sum = make(kShape), found = make(kShape), found_stats = make({24, 2}),
                 rounded = gpu.numbers(9, DType::kBFloat16);
    gpu.kernels.dropout(gpu.device, r.key, rate, false, gpu.numbers(2, f32), dropped, false);
    gpu.kernels.add(gpu.device, r.x, dropped, sum);
    norm.layer_norm(gpu.device, sum, gamma, beta, 1e-5, y, stats);
    norm.residual(gpu.device, r, gamma, beta, 1e-5, found_sum, found, rounded, found_stats);
    CHECK(identical(on_host(gpu.device, found_sum), on_host(gpu.device, sum)));
    CHECK(identical(gpu.rounded(rounded), gpu.rounded(found)));
    close(found, y);
    close(found_stats, stats);
    for (bool add : {false, true}) {
      const Tensor ds = make(kShape), df = gpu.numbers(3, f32), found_ds = make(kShape),
                   found_df = gpu.numbers(3, DType::kBFloat16), dgamma = vector(6), dbeta = vector(7),
                   found_dgamma = vector(6), found_dbeta = vector(7);
      norm.layer_norm_dx(gpu.device, sum, gamma, stats, dy, ds, false);
      gpu.kernels.dropout(gpu.device, r.key, rate, false, ds, df, add);
      norm.layer_norm_dgamma(gpu.device, sum, stats, dy, dgamma, dbeta, add);
      norm.residual_dx(gpu.device, r, sum, gamma, stats, dy, found_ds, found_df, add);
      norm.residual_dgamma(gpu.device, sum, stats, dy, found_dgamma, found_dbeta, add);
      close(found_ds, ds);
      CHECK(relative_difference(widen(gpu.rounded(found_df)), on_host(gpu.device, df)) <= 4e-3);
      close(found_dgamma, dgamma);
      close(found_dbeta, dbeta);
    }
  }
}

TEST_CASE("a NaN and an Inf of bfloat16 are found", "[gpu][narrow]") {
  const Gpu gpu;
  const Tensor x = random_tensor(kShape, 1, DType::kFloat32);
  auto finite = [&] {
    return gpu.device.kernels->reduce.all_finite(gpu.device, gpu.up(narrow(x, DType::kBFloat16)));
  };
  CHECK(finite());
  for (double stray :
       {std::nan(""), -std::numeric_limits<double>::infinity(), 3.4e38}) {  // too large to round
    set_element(x, 1001, stray);
    CHECK_FALSE(finite());
    set_element(x, 1001, 0);
  }
}

TEST_CASE("a kernel that does not know bfloat16 says so", "[gpu][narrow]") {
  const Gpu gpu;
  const Tensor x = gpu.numbers(1, DType::kBFloat16), y = gpu.numbers(2, DType::kFloat32);
  CHECK(message_of([&] { gpu.kernels.multiply(gpu.device, y, x, y, false); }) ==
        "[cuda] a kernel that reads F32 was given BF16.");
  CHECK(contains(message_of([&] { gpu.kernels.times(gpu.device, x, x, x); }), "given BF16"));
  CHECK(contains(message_of([&] {
                   const Tensor odd = gpu.up(Tensor::zeros({3}, DType::kFloat32));
                   gpu.kernels.accumulate(gpu.device, odd, Tensor({3}, DType::kBFloat16, *gpu.device.memory),
                                          false);
                 }),
                 "3 numbers of bfloat16: expected a multiple of 8"));
}

#endif
