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

struct Card {
  Device device = played_card(size_t{1} << 30, true);
  const ElementwiseKernels& kernels = device.kernels->elementwise;

  Tensor up(const Tensor& t) const { return on_device(device, t, *device.memory); }
  // On the card, in this type, of numbers that bfloat16 has.
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

using Kernel = std::function<void(const Card&, const Tensor& a, const Tensor& b, const Tensor& y)>;

// With all combinations of types but that of float32 alone: the bits of float32's result, rounded.
void check_rounded(const Kernel& kernel) {
  const Card card;
  const Tensor expected = card.numbers(3, DType::kFloat32);
  kernel(card, card.numbers(1, DType::kFloat32), card.numbers(2, DType::kFloat32), expected);
  for (DType a : kTypes)
    for (DType b : kTypes)
      for (DType y : kTypes) {
        const Tensor found = card.numbers(3, y);
        kernel(card, card.numbers(1, a), card.numbers(2, b), found);
        CAPTURE(name_of(a), name_of(b), name_of(y));
        CHECK(identical(card.rounded(found), card.rounded(expected)));
      }
}

}  // namespace

TEST_CASE("sums and copies between float32 and bfloat16", "[card][narrow]") {
  check_rounded([](const Card& c, const Tensor& a, const Tensor& b, const Tensor& y) {
    c.kernels.add(c.device, a, b, y);
  });
  for (bool add : {false, true})
    check_rounded([add](const Card& c, const Tensor& a, const Tensor&, const Tensor& y) {
      c.kernels.accumulate(c.device, a, y, add);
    });
  check_rounded([](const Card& c, const Tensor&, const Tensor&, const Tensor& y) {
    c.kernels.fill(c.device, 1.2345, y);
  });
}

TEST_CASE("activations of bfloat16 and their slopes", "[card][narrow]") {
  for (Activation f :
       {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kTanh, Activation::kNone}) {
    check_rounded([f](const Card& c, const Tensor& a, const Tensor&, const Tensor& y) {
      c.kernels.activate(c.device, f, a, y);
    });
    for (bool add : {false, true})
      check_rounded([=](const Card& c, const Tensor& a, const Tensor& b, const Tensor& y) {
        c.kernels.activate_backward(c.device, f, a, b, y, add);
      });
  }
}

TEST_CASE("the same numbers are dropped in bfloat16", "[card][narrow][dropout]") {
  for (bool rows : {false, true})
    for (bool add : {false, true})
      check_rounded([=](const Card& c, const Tensor& a, const Tensor&, const Tensor& y) {
        c.kernels.dropout(c.device, {7, 3, 1}, 0.3, rows, a, y, add);
      });
}

TEST_CASE("rows of bfloat16 are summed in float32", "[card][narrow]") {
  const Card card;
  const Tensor dy = card.numbers(1, DType::kBFloat16), wide = widen(on_host(card.device, dy));
  for (bool add : {false, true}) {
    const Tensor db = card.up(filled({72}, DType::kFloat32, 2));
    card.device.kernels->matmul.linear_db(card.device, dy, db, add);
    for (int64_t o = 0; o < 72; ++o) {
      double sum = add ? 2 : 0;
      for (int64_t n = 0; n < 24; ++n) sum += element(wide, n * 72 + o);
      CHECK(element(on_host(card.device, db), o) == Approx(sum).margin(1e-5));
    }
  }
}

TEST_CASE("a residual sum and its normalisation at once are what they are one after the other",
          "[card][narrow][dropout]") {
  const Card card;
  const NormKernels& norm = card.device.kernels->norm;
  const DType f32 = DType::kFloat32;
  auto make = [&](const Shape& shape) { return card.up(poisoned(shape, f32)); };
  auto vector = [&](uint64_t seed) { return card.up(random_tensor({72}, seed, f32)); };
  auto close = [&](const Tensor& a, const Tensor& b) {
    CHECK(relative_difference(on_host(card.device, a), on_host(card.device, b)) <= 1e-6);
  };
  const Tensor gamma = vector(4), beta = vector(5), dy = card.numbers(6, f32);
  for (double rate : {0.0, 0.3}) {
    const Residual r{card.numbers(1, f32), card.numbers(2, DType::kBFloat16), {7, 3, 1}, rate};
    const Tensor dropped = make(kShape), sum = make(kShape), y = make(kShape), stats = make({24, 2}),
                 found_sum = make(kShape), found = make(kShape), found_stats = make({24, 2}),
                 rounded = card.numbers(9, DType::kBFloat16);
    card.kernels.dropout(card.device, r.key, rate, false, card.numbers(2, f32), dropped, false);
    card.kernels.add(card.device, r.x, dropped, sum);
    norm.layer_norm(card.device, sum, gamma, beta, 1e-5, y, stats);
    norm.residual(card.device, r, gamma, beta, 1e-5, found_sum, found, rounded, found_stats);
    CHECK(identical(on_host(card.device, found_sum), on_host(card.device, sum)));
    CHECK(identical(card.rounded(rounded), card.rounded(found)));
    close(found, y);
    close(found_stats, stats);
    for (bool add : {false, true}) {
      const Tensor ds = make(kShape), df = card.numbers(3, f32), found_ds = make(kShape),
                   found_df = card.numbers(3, DType::kBFloat16), dgamma = vector(6), dbeta = vector(7),
                   found_dgamma = vector(6), found_dbeta = vector(7);
      norm.layer_norm_dx(card.device, sum, gamma, stats, dy, ds, false);
      card.kernels.dropout(card.device, r.key, rate, false, ds, df, add);
      norm.layer_norm_dgamma(card.device, sum, stats, dy, dgamma, dbeta, add);
      norm.residual_dx(card.device, r, sum, gamma, stats, dy, found_ds, found_df, add);
      norm.residual_dgamma(card.device, sum, stats, dy, found_dgamma, found_dbeta, add);
      close(found_ds, ds);
      CHECK(relative_difference(widen(card.rounded(found_df)), on_host(card.device, df)) <= 4e-3);
      close(found_dgamma, dgamma);
      close(found_dbeta, dbeta);
    }
  }
}

TEST_CASE("a NaN and an Inf of bfloat16 are found", "[card][narrow]") {
  const Card card;
  const Tensor x = random_tensor(kShape, 1, DType::kFloat32);
  auto finite = [&] {
    return card.device.kernels->reduce.all_finite(card.device, card.up(narrow(x, DType::kBFloat16)));
  };
  CHECK(finite());
  for (double stray :
       {std::nan(""), -std::numeric_limits<double>::infinity(), 3.4e38}) {  // too large to round
    set_element(x, 1001, stray);
    CHECK_FALSE(finite());
    set_element(x, 1001, 0);
  }
}

TEST_CASE("a kernel that does not know bfloat16 says so", "[card][narrow]") {
  const Card card;
  const Tensor x = card.numbers(1, DType::kBFloat16), y = card.numbers(2, DType::kFloat32);
  CHECK(message_of([&] { card.kernels.multiply(card.device, y, x, y, false); }) ==
        "[cuda] a kernel that reads F32 was given BF16.");
  CHECK(contains(message_of([&] { card.kernels.times(card.device, x, x, x); }), "given BF16"));
  CHECK(contains(message_of([&] {
                   const Tensor odd = card.up(Tensor::zeros({3}, DType::kFloat32));
                   card.kernels.accumulate(card.device, odd,
                                           Tensor({3}, DType::kBFloat16, *card.device.memory), false);
                 }),
                 "3 numbers of bfloat16: expected a multiple of 8"));
}

#endif
