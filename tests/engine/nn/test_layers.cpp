// Layers: the names of their weights, their gradients, and that a sentence does not see its neighbours.
#include "engine/nn/transformer_layer.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

nn::TransformerSizes sizes(int64_t D, int64_t width, int64_t feed_forward, double dropout) {
  return {.attention = {.D = D, .width = width, .heads = 2},
          .feed_forward = {.F = feed_forward},
          .attended_dropout = dropout,
          .fed_dropout = dropout};
}

std::vector<std::string> names(const Parameters& parameters) {
  std::vector<std::string> all;
  for (const Variable& parameter : parameters.all()) all.push_back(parameter.node().name);
  return all;
}

}  // namespace

TEST_CASE("an encoder layer names its weights", "[nn]") {
  Parameters parameters(1);
  const nn::TransformerLayer layer(parameters, "encoder.0", sizes(16, 8, 32, 0.1));
  CHECK(names(parameters) ==
        std::vector<std::string>{"encoder.0.attention.query.weight", "encoder.0.attention.query.bias",
                                 "encoder.0.attention.key.weight", "encoder.0.attention.key.bias",
                                 "encoder.0.attention.value.weight", "encoder.0.attention.value.bias",
                                 "encoder.0.attention.out.weight", "encoder.0.attention.out.bias",
                                 "encoder.0.attention_norm.weight", "encoder.0.attention_norm.bias",
                                 "encoder.0.feed_forward.in.weight", "encoder.0.feed_forward.in.bias",
                                 "encoder.0.feed_forward.out.weight", "encoder.0.feed_forward.out.bias",
                                 "encoder.0.feed_forward_norm.weight", "encoder.0.feed_forward_norm.bias"});
  CHECK(parameters.find("encoder.0.attention.query.weight").shape() == Shape{8, 16});
  CHECK(parameters.find("encoder.0.attention.out.weight").shape() == Shape{16, 8});
}

TEST_CASE("a width that heads cannot share is refused", "[nn]") {
  for (int64_t heads : {0, 3, -1}) {
    Parameters parameters(1);
    CHECK(contains(message_of([&] { nn::Attention(parameters, "a", {.D = 16, .width = 8, .heads = heads}); }),
                   "[a] attention width 8 cannot be shared by " + std::to_string(heads) + " heads"));
  }
}

TEST_CASE("gradient: an encoder layer, with dropout", "[gradient][nn]") {
  for (const Spans& spans : {Spans::packed({3, 0, 1}), Spans::packed({1}), Spans::packed({5})})
    check_gradients(
        [&](Context& ctx, auto& v) {
          ctx.training = true;
          ctx.dropout = {1, 2, 0};
          Parameters own(3, DType::kFloat64);
          const nn::TransformerLayer same(own, "layer", sizes(6, 4, 7, 0.25));
          own.move_to(*ctx.device);
          return same(ctx, v[0], {.texts = spans});
        },
        {random_tensor({spans.rows(), 6}, 4)});
}

TEST_CASE("a sentence comes out the same alone and among others", "[nn]") {
  Parameters parameters(3);
  const nn::TransformerLayer layer(parameters, "layer", sizes(16, 8, 32, 0.1));
  Bench bench(false);
  const Variable x(random_tensor({12, 16}, 5, DType::kFloat32));
  const Tensor all = layer(bench.ctx, x, {.texts = Spans::packed({4, 1, 0, 7})}).value();
  int64_t first = 0;
  for (int32_t length : {4, 1, 0, 7}) {
    const Variable alone(x.value().rows(first, length));
    CHECK(relative_difference(layer(bench.ctx, alone, {.texts = Spans::packed({length})}).value(),
                              all.rows(first, length)) <= 1e-6);
    first += length;
  }
}

TEST_CASE("packed weights give the same result", "[nn]") {
  Parameters parameters(3);
  const nn::TransformerLayer layer(parameters, "layer", sizes(16, 8, 32, 0.1));
  Bench bench(false);
  const Variable x(random_tensor({5, 16}, 6, DType::kFloat32));
  const Tensor before = layer(bench.ctx, x, {.texts = Spans::packed({5})}).value();
  parameters.pack(bench.device);
  CHECK(identical(layer(bench.ctx, x, {.texts = Spans::packed({5})}).value(), before));
}

TEST_CASE("self-attention shows its weights under its name", "[nn][trace]") {
  Parameters parameters(3);
  const nn::Attention attention(parameters, "encoder.2.attention", {.D = 16, .width = 8, .heads = 2});
  Bench bench(false);
  bench.ctx.trace = &bench.trace;
  bench.trace.watch(".attention.weights");
  attention(bench.ctx, Variable(random_tensor({5, 16}, 7, DType::kFloat32)),
            {.texts = Spans::packed({2, 3})});
  REQUIRE(bench.trace.records().size() == 1);
  CHECK(bench.trace.records()[0].name == "encoder.2.attention.weights");
  CHECK(bench.trace.records()[0].value.shape() == Shape{2 * (4 + 9)});

  // A head whose weights are muted adds nothing: both muted leave the bias of `out`.
  bench.trace.patch("encoder.2.attention.weights", {filled({26}, DType::kFloat32, 0), {}});
  const Tensor y = attention(bench.ctx, Variable(random_tensor({5, 16}, 7, DType::kFloat32)),
                             {.texts = Spans::packed({2, 3})})
                       .value();
  for (int64_t n = 0; n < 5; ++n)
    CHECK(identical(y.rows(n, 1).reshaped({16}), parameters.find("encoder.2.attention.out.bias").value()));
}
