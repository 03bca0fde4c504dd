// Every way of pooling: its gradients, what its weights add up to, and what an empty sentence gives.
#include "engine/nn/pooling.h"

#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

const char* const kNames[] = {"linear", "tanh", "additive", "dot", "last", "mean"};

}  // namespace

TEST_CASE("gradient: pooling of every kind", "[gradient][nn]") {
  const Spans sentences = Spans::packed({3, 0, 1, 2});
  for (const char* name : kNames) {
    CAPTURE(name);
    Parameters parameters(uint64_t{6}, DType::kFloat64);
    const nn::Pooling pooling(parameters, "pooling", nn::pooling_kind(name, "test"), 4, 3);
    std::vector<Tensor> inputs{random_tensor({6, 4}, 3)};
    for (const Variable& p : parameters.all())
      // Softmax takes no notice of a common bias: its gradient is zero, or behind tanh what cancelling
      // leaves.
      if (!contains(p.node().name, "score.bias")) inputs.push_back(p.value().clone());
    check_gradients(
        [&](Context& ctx, const std::vector<Variable>& v) {
          nn::Pooling with = pooling;  // its parameters are the inputs, in their order
          size_t next = 1;
          if (with.hidden) {
            with.hidden->weight = v[next++];
            with.hidden->bias = v[next++];
          }
          if (with.score.defined()) with.score = v[next++];
          if (with.bias.defined())
            with.bias = next < v.size() ? v[next++] : Variable(ctx.upload(pooling.bias.value()));
          return with(ctx, v[0], sentences);
        },
        inputs);
  }
}

TEST_CASE("gradient: the ops of pooling over padded sentences", "[gradient]") {
  const Spans some = Spans::padded(3, {2, 0, 3});  // rows 2 to 5 belong to no sentence
  check_gradients([&](Context& ctx, const std::vector<Variable>& v) { return span_softmax(ctx, v[0], some); },
                  {random_tensor({9, 1}, 1)});
  check_gradients(
      [&](Context& ctx, const std::vector<Variable>& v) { return weighted_pool(ctx, v[0], v[1], some); },
      {random_tensor({9}, 1), random_tensor({9, 2}, 2)});
  check_gradients(
      [&](Context& ctx, const std::vector<Variable>& v) { return last_states(ctx, v[0], some, 1); },
      {random_tensor({9, 3}, 1)});
  const Spans packed = Spans::packed({2, 0, 3});
  check_gradients([&](Context& ctx, const std::vector<Variable>& v) { return pad(ctx, v[0], packed); },
                  {random_tensor({5, 2}, 1)});
}

TEST_CASE("Attention pooling is a mean with weights that can be seen", "[nn]") {
  const Spans sentences = Spans::packed({4, 0, 3});
  const Tensor h = random_tensor({7, 5}, 3, DType::kFloat32);
  for (const char* name : kNames) {
    CAPTURE(name);
    Parameters parameters(uint64_t{6});
    const nn::Pooling pooling(parameters, "pooling", nn::pooling_kind(name, "test"), 5, 5);
    Bench bench(false);
    bench.ctx.trace = &bench.trace;
    bench.trace.watch("pooling.weights");
    const Tensor c = pooling(bench.ctx, Variable(h), sentences).value();
    CHECK(largest(c.rows(1, 1)) == 0);
    const Tensor* weights = bench.trace.find("pooling.weights");
    REQUIRE((weights != nullptr) == pooling.attends());
    if (!weights) continue;
    double total = 0, first = 0;
    for (int64_t n = 0; n < 4; ++n) {
      total += element(*weights, n);
      first += element(*weights, n) * element(h, n * 5);
    }
    CHECK(total == Approx(1));
    CHECK(first == Approx(element(c, 0)));
  }
}

TEST_CASE("Pooling by the last state takes each direction's own end", "[nn]") {
  const Tensor h = Tensor::of<float>({5, 2}, {1, 10, 2, 20, 3, 30, 4, 40, 5, 50});
  Bench bench(false);
  const Tensor c = last_states(bench.ctx, Variable(h), Spans::packed({3, 2}), 1).value();
  CHECK(c.values<float>() == std::vector<float>{3, 10, 5, 40});
  CHECK_THROWS_AS(nn::pooling_kind("max", "recipe"), UsageError);
}
