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
