// Gated units: against an activation and a product, on every instruction set, and their gradient.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/kernels/instruction_sets.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr Activation kAll[] = {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                               Activation::kSilu};

// Columns [first, first + count) of x.
Tensor columns(const Tensor& x, int64_t first, int64_t count) {
  Tensor part({x.size(0), count}, x.dtype());
  for (int64_t i = 0; i < part.count(); ++i)
    set_element(part, i, element(x, i / count * x.size(1) + first + i % count));
  return part;
}

}  // namespace

TEST_CASE("gradient: gated units", "[gradient][gated]") {
  for (Activation f : kAll)
    for (Shape shape : {Shape{3, 2}, Shape{4, 10}, Shape{2, 74}, Shape{0, 6}}) {
      CAPTURE(static_cast<int>(f), shape.str());
      check_gradients([f](Context& ctx, auto& x) { return gated(ctx, f, x[0]); }, {random_tensor(shape, 1)});
    }
}

TEST_CASE("gated units are f(u) ⊙ g, and so are their gradients, with any vectors", "[gated][kernels]") {
  for_kernels([](const Device& device, DType type) {
    for (Activation f : kAll)
      for (int64_t F : {1, 16, 37}) {
        CAPTURE(static_cast<int>(f), F);
        const Tensor x = random_tensor({5, 2 * F}, 2, type), weights = random_tensor({5, F}, 3, type);
        Bench one(true, device), two(true, device);
        const Variable both(x, true), u(columns(x, 0, F), true), g(columns(x, F, F), true);
        const Variable y = gated(one.ctx, f, both), want = multiply(two.ctx, activate(two.ctx, f, u), g);
        CHECK(relative_difference(y.value(), want.value()) <= tolerance(type));
        one.tape.backward(weighted_sum(one.ctx, y, weights));
        two.tape.backward(weighted_sum(two.ctx, want, weights));
        CHECK(relative_difference(columns(both.grad(), 0, F), u.grad()) <= tolerance(type));
        CHECK(relative_difference(columns(both.grad(), F, F), g.grad()) <= tolerance(type));
      }
  });
}

TEST_CASE("units without a gate of their own each are refused", "[gated]") {
  Bench bench;
  const Variable x(random_tensor({2, 5}, 1)), y(random_tensor({2, 4}, 1));
  CHECK(contains(message_of([&] { gated(bench.ctx, Activation::kGelu, x); }), "[gated] x is [2, 5]"));
  CHECK(contains(message_of([&] { gated(bench.ctx, Activation::kTanh, y); }), "has no gated form"));
}
