#include "engine/optim/gradient_buckets.h"

#include "engine/autograd/ops.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/tensor/numbers.h"

using namespace heed;
using namespace heed::test;

namespace {

struct Layers {
  Device device = cpu::device();
  Parameters parameters{uint64_t{4}};
  Variable W = parameters.add("W", {7, 5}, Init::kNormal), b = parameters.add("b", {7}, Init::kNormal),
           U = parameters.add("U", {3, 7}, Init::kNormal);

  void backward() {
    Tape tape;
    Context ctx;
    ctx.device = &device;
    ctx.memory = device.memory;
    ctx.tape = &tape;
    const Variable x(random_tensor({4, 5}, 1, DType::kFloat32));
    const Variable y = linear(ctx, linear(ctx, x, W, b, Activation::kTanh), U, {});
    tape.backward(weighted_sum(ctx, y, random_tensor(y.shape(), 2, DType::kFloat32)));
  }
};

}  // namespace

TEST_CASE("Gradients lie in flat buckets, the last weights first, and are the same there", "[optim]") {
  Layers plain, flat;
  plain.backward();
  const GradientBuckets gradients(flat.parameters.all(), flat.device, 400);  // bytes: U and b fit, W does not
  flat.backward();
  REQUIRE(gradients.buckets().size() == 3);
  CHECK(gradients.buckets()[0].numbers.count() == 64);
  CHECK(gradients.buckets()[0].weights.size() == 1);
  for (const char* name : {"W", "b", "U"})
    CHECK(identical(flat.parameters.find(name).grad(), plain.parameters.find(name).grad()));
  CHECK(flat.U.grad().raw() == gradients.buckets()[0].numbers.raw());
  CHECK(flat.W.grad().raw() == gradients.buckets()[2].numbers.raw());
  const std::vector<float> bucket = gradients.buckets()[0].numbers.values<float>();
  for (size_t i = 3 * 7; i < bucket.size(); ++i) CHECK(bucket[i] == 0);

  flat.parameters.clear_grads();
  flat.backward();  // begins anew
  CHECK(identical(flat.W.grad(), plain.W.grad()));
  flat.backward();  // adds
  CHECK(element(flat.b.grad(), 0) == Approx(2 * element(plain.b.grad(), 0)));
}

TEST_CASE("One bucket takes as many gradients as fit, until it is gone", "[optim]") {
  Layers layers;
  {
    const GradientBuckets gradients(layers.parameters.all(), layers.device);
    REQUIRE(gradients.buckets().size() == 1);
    CHECK(gradients.buckets()[0].numbers.count() == 3 * 64);
  }
  layers.backward();
  CHECK_FALSE(layers.W.node().gradient_home.defined());
  CHECK(layers.W.grad().defined());
}
