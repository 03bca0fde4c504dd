// The tape, points that are watched and patched, the hunt for NaN, and what ops say about wrong shapes.
#include "engine/tensor/pool.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

Variable leaf_of_ones(const Shape& shape, const std::string& name = "") {
  return Variable(filled(shape, DType::kFloat64, 1), true, name);
}

}  // namespace

TEST_CASE("gradient: points with patches", "[gradient][trace]") {
  const Tensor x = random_tensor({3, 4}, 1), scale = random_tensor({3, 4}, 2),
               offset = random_tensor({3, 4}, 3);
  for (const Trace::Patch& patch : {Trace::Patch{scale, {}}, {{}, offset}, {scale, offset}, {{}, {}}}) {
    Trace trace;
    trace.patch("middle", patch);
    check_gradients(
        [&](Context& ctx, auto& v) {
          ctx.trace = &trace;
          const Variable h = ctx.point("middle", activate(ctx, Activation::kTanh, v[0]));
          ctx.trace = nullptr;
          return add(ctx, activate(ctx, Activation::kTanh, h), v[0]);
        },
        {x});
  }
}

TEST_CASE("a point records what a patch made of it", "[trace]") {
  Bench bench;
  bench.ctx.trace = &bench.trace;
  const Variable x(Tensor::of<float>({3}, {1, 2, 3}), true);
  CHECK(bench.ctx.point("x", x).value().raw() == x.value().raw());
  CHECK(bench.trace.records().empty());

  bench.trace.watch("x");
  CHECK(bench.ctx.point("x", x).value().raw() == x.value().raw());
  CHECK(bench.trace.find("x")->values<float>() == std::vector<float>{1, 2, 3});

  bench.trace.clear();
  bench.trace.patch("x", {Tensor::of<float>({3}, {0, 1, 2}), Tensor::of<float>({3}, {5, 0, 1})});
  CHECK(bench.ctx.point("x", x).value().values<float>() == std::vector<float>{5, 2, 7});
  CHECK(bench.trace.find("x")->values<float>() == std::vector<float>{5, 2, 7});
  CHECK(bench.ctx.point("another", x).value().raw() == x.value().raw());

  bench.trace.patch("x", {Tensor::of<float>({2}, {0, 1}), {}});
  CHECK(message_of([&] { bench.ctx.point("x", x); }) ==
        "[trace] the patch of x does not have the shape [3] of what it patches.");
}

TEST_CASE("attention weights can be watched, edited and differentiated through", "[trace][attention]") {
  const AttentionPlan plan{Spans::packed({3}), Spans::packed({3}), 1, 1, false};
  Trace trace;
  trace.patch("weights", {random_tensor({9}, 4), random_tensor({9}, 5)});
  check_gradients(
      [&](Context& ctx, auto& v) {
        ctx.trace = &trace;
        const Variable w = ctx.point("weights", attention_weights(ctx, plan, v[0], v[1]));
        ctx.trace = nullptr;
        return attention_apply(ctx, plan, w, v[2]);
      },
      {random_tensor({3, 2}, 6), random_tensor({3, 2}, 7), random_tensor({3, 4}, 8)});
}

TEST_CASE("what a layer makes is a point by the name of its weight", "[trace]") {
  const Variable table = leaf_of_ones({4, 2}, "embedding.weight"), W = leaf_of_ones({3, 2}, "out.weight");
  const Tensor ids = Tensor::of<int32_t>({2}, {1, 3});
  Bench bench;
  bench.ctx.trace = &bench.trace;
  bench.trace.watch("out.weight");
  bench.trace.patch("embedding.weight", {{}, filled({2, 2}, DType::kFloat64, 1)});
  const Variable y = linear(bench.ctx, embedding(bench.ctx, table, ids), W, {});
  CHECK(y.value().values<double>() == std::vector<double>(6, 4.0));
  REQUIRE(bench.trace.find("out.weight") != nullptr);
  CHECK(identical(*bench.trace.find("out.weight"), y.value()));
  CHECK(bench.trace.find("embedding.weight") == nullptr);
}

TEST_CASE("the tape keeps gradients at points, and ends there where nothing before needs one",
          "[tape][trace]") {
  const Variable x(random_tensor({3, 2}, 1));  // nobody differentiates by it
  const Variable W(random_tensor({4, 2}, 2), false, "in.weight"), V(random_tensor({2, 4}, 3));
  const Tensor weights = random_tensor({3, 2}, 4);
  const auto objective = [&](Context& ctx) {
    const Variable h = ctx.point("middle", activate(ctx, Activation::kTanh, linear(ctx, x, W, {})));
    return weighted_sum(ctx, linear(ctx, h, V, {}), weights);
  };
  Bench bench;
  bench.ctx.trace = &bench.trace;
  for (const char* name : {"in.weight", "middle", "nowhere"}) bench.trace.watch(name);
  for (const char* name : {"in.weight", "middle", "nowhere"}) bench.tape.at_points[name];
  bench.tape.backward(objective(bench.ctx));
  CHECK_FALSE(bench.tape.at_points["nowhere"].defined());
  CHECK_FALSE(x.grad().defined());
  // The same, by the values of the points as inputs.
  const Tensor h = *bench.trace.find("middle"), a = *bench.trace.find("in.weight");
  const Op from_h = [&](Context& ctx, const std::vector<Variable>& v) { return linear(ctx, v[0], V, {}); };
  const Op from_a = [&](Context& ctx, const std::vector<Variable>& v) {
    return linear(ctx, activate(ctx, Activation::kTanh, v[0]), V, {});
  };
  CHECK(relative_difference(bench.tape.at_points["middle"], numeric_gradient(from_h, {h}, 0, 4)) <= 1e-6);
  CHECK(relative_difference(bench.tape.at_points["in.weight"], numeric_gradient(from_a, {a}, 0, 4)) <= 1e-6);
}

TEST_CASE("the way back is gone as often as one likes, and never through what is held", "[tape][trace]") {
  const Variable x(random_tensor({3, 4}, 1), true);
  Bench bench;
  bench.ctx.trace = &bench.trace;
  for (const char* name : {"middle", "gate"}) bench.trace.watch(name);
  bench.tape.at_points["middle"];
  bench.tape.held.insert("gate");
  const Variable h = bench.ctx.point("middle", activate(bench.ctx, Activation::kTanh, x));
  const Variable gate = bench.ctx.point("gate", activate(bench.ctx, Activation::kTanh, h));
  const Variable y = multiply(bench.ctx, h, gate);
  for (const uint64_t seed : {2, 3}) {  // were the first one's gradients still there, they would be added
    const Tensor dy = random_tensor({3, 4}, seed);
    bench.tape.backward_keeping(y, dy.clone());
    const Tensor& got = bench.tape.at_points["middle"];
    for (int64_t i = 0; i < 12; ++i)
      CHECK(element(got, i) == Approx(element(dy, i) * element(gate.value(), i)).margin(1e-12));
  }
}

TEST_CASE("without a tape nothing is kept", "[tape]") {
  Bench bench(false);
  const Variable y = add(bench.ctx, leaf_of_ones({2}), leaf_of_ones({2}));
  CHECK_FALSE(y.requires_grad());
  CHECK(bench.tape.size() == 0);
}

TEST_CASE("ops that nobody differentiates stay off the tape", "[tape]") {
  Bench bench;
  const Variable constant(filled({2}, DType::kFloat64, 1)), unused = leaf_of_ones({2});
  CHECK_FALSE(add(bench.ctx, constant, constant).requires_grad());
  CHECK(bench.tape.size() == 0);
  const Variable x = leaf_of_ones({2});
  add(bench.ctx, unused, constant);
  bench.tape.backward(weighted_sum(bench.ctx, x, random_tensor({2}, 1)));
  CHECK_FALSE(unused.grad().defined());  // zero: the loss does not depend on it
  CHECK_FALSE(constant.grad().defined());
  CHECK(x.grad().defined());
  CHECK(bench.tape.size() == 0);
  x.clear_grad();
  CHECK_FALSE(x.grad().defined());
}

TEST_CASE("a loss must be one number that depends on something", "[tape]") {
  Bench bench;
  CHECK(message_of([&] { bench.tape.backward(leaf_of_ones({2})); }) ==
        "[backward] the loss has shape [2]: expected one number.");
  CHECK(contains(message_of([&] { bench.tape.backward(Variable(filled({1}, DType::kFloat64, 1))); }),
                 "does not depend on anything"));
}

TEST_CASE("gradients of a table's rows meet, from several looks and from several passes", "[tape]") {
  const Op looks = [](Context& ctx, const std::vector<Variable>& x) {
    return add(ctx, embedding(ctx, x[0], Tensor::of<int32_t>({3}, {4, 1, 4})),
               embedding(ctx, x[0], Tensor::of<int32_t>({3}, {0, 3, 1})));
  };
  check_gradients(looks, {random_tensor({6, 2}, 5)});
}

TEST_CASE("a table is no product's weight before it is looked up", "[tape]") {
  const Variable table = leaf_of_ones({4, 2}, "embedding.weight");
  const Tensor ids = Tensor::of<int32_t>({2}, {1, 3});
  Bench other;
  auto both_ways = [&] {
    const Variable x(random_tensor({2, 2}, 2));
    const Variable a = weighted_sum(other.ctx, linear(other.ctx, x, table, {}), random_tensor({2, 4}, 1));
    const Variable b = weighted_sum(other.ctx, embedding(other.ctx, table, ids), random_tensor({2, 2}, 3));
    other.tape.backward(add(other.ctx, a, b));
  };
  CHECK(contains(message_of(both_ways), "embedding.weight is used both as a table and as a whole"));
}

TEST_CASE("a table that is the weight of a later product too gets both gradients", "[tape]") {
  const Tensor ids = Tensor::of<int32_t>({2}, {1, 3});
  const Op tied = [&](Context& ctx, const std::vector<Variable>& x) {
    return linear(ctx, embedding(ctx, x[0], ids), x[0], {});
  };
  const std::vector<Tensor> table = {random_tensor({4, 2}, 5)};
  Bench bench;
  const std::vector<Variable> x = variables_of(table, 1);
  bench.tape.backward(weighted_sum(bench.ctx, tied(bench.ctx, x), random_tensor({2, 4}, 6)));
  CHECK(relative_difference(dense_gradient(x[0]), numeric_gradient(tied, table, 0, 6)) <= 1e-7);
}

TEST_CASE("what the way back has passed is let go of", "[tape]") {
  Bench bench;
  Pool pool;
  bench.ctx.memory = &pool;
  const Variable x(random_tensor({100, 100}, 1), true, "x");
  const size_t one = x.value().bytes();
  Variable loss;
  {
    Variable y = x;
    for (int i = 0; i < 10; ++i) y = activate(bench.ctx, Activation::kTanh, y);
    loss = weighted_sum(bench.ctx, y, random_tensor({100, 100}, 2));
  }
  CHECK(pool.in_use() >= 10 * one);
  bench.tape.backward(loss);
  CHECK(pool.in_use() < 2 * one);  // the gradient of x, and the loss
  CHECK(pool.bytes() < 16 * one + (size_t{32} << 20));
}

TEST_CASE("an optimizer hears of rows before they are read", "[tape]") {
  Bench bench;
  const Variable table = leaf_of_ones({4, 2});
  std::vector<int32_t> heard;
  table.node().before_rows_are_read = [&](std::span<const int32_t> rows) {
    heard.assign(rows.begin(), rows.end());
    set_element(table.value(), 6, 5);
  };
  const Variable y = embedding(bench.ctx, table, Tensor::of<int32_t>({3}, {3, 0, 3}));
  CHECK(heard == std::vector<int32_t>{3, 0, 3});
  CHECK(element(y.value(), 0) == 5);
}

TEST_CASE("the hunt for NaN names the op and the parameter", "[nan]") {
  Bench bench;
  bench.ctx.check_finite = true;
  const Variable x(filled({2, 3}, DType::kFloat64, 1)), W = leaf_of_ones({2, 3}, "classifier.weight");
  set_element(W.value(), 4, HUGE_VAL);
  CHECK(message_of([&] { linear(bench.ctx, x, W, {}); }) ==
        "NaN or Inf first appeared in classifier.weight, shape [2, 3]");
  set_element(W.value(), 4, 1e200);
  set_element(x.value(), 1, 1e200);
  CHECK(message_of([&] { linear(bench.ctx, x, W, {}); }) ==
        "NaN or Inf first appeared in the result of linear(classifier.weight), shape [2, 2]");
}

TEST_CASE("the hunt for NaN goes through the gradients", "[nan]") {
  Bench bench;
  bench.ctx.check_finite = true;
  const Variable x(filled({2, 3}, DType::kFloat64, 1));
  const Variable first(filled({3, 3}, DType::kFloat64, 1e-200), true, "first.weight");
  const Variable second(filled({2, 3}, DType::kFloat64, 1e200), true, "second.weight");
  const Variable y = linear(bench.ctx, linear(bench.ctx, x, first, {}), second, {});
  const Variable loss = weighted_sum(bench.ctx, y, filled({2, 2}, DType::kFloat64, 1e200));
  CHECK(message_of([&] { bench.tape.backward(loss); }) ==
        "NaN or Inf first appeared in the gradient of linear(first.weight), shape [2, 3]");
}

TEST_CASE("ops say which shapes do not fit", "[errors]") {
  Bench bench;
  Context& ctx = bench.ctx;
  const Variable x = leaf_of_ones({4, 3});
  CHECK(message_of([&] {
          linear(ctx, x, leaf_of_ones({2, 5}), {});
        }) == "[linear] x is [4, 3], weight is [2, 5]: the last sizes must be equal.");
  CHECK(contains(message_of([&] {
                   linear(ctx, x, leaf_of_ones({2, 3}), leaf_of_ones({3}));
                 }),
                 "[linear] bias is [3]: expected [2]"));
  CHECK(contains(message_of([&] { add(ctx, x, leaf_of_ones({3, 4})); }), "[add] a is [4, 3], b is [3, 4]"));
  CHECK(contains(message_of([&] { layer_norm(ctx, x, leaf_of_ones({4}), leaf_of_ones({4})); }),
                 "[layer_norm] x is [4, 3]"));
  CHECK(contains(message_of([&] {
                   concat(ctx, x, leaf_of_ones({3, 3}));
                 }),
                 "[concat] a is [4, 3], b is [3, 3]"));
  CHECK(contains(message_of([&] { mean_pool(ctx, x, Spans::packed({5})); }), "need 5 rows"));
  CHECK(contains(message_of([&] { max_pool(ctx, x, Spans::packed({5})); }), "need 5 rows"));
  CHECK(contains(message_of([&] { unfold(ctx, x, Spans::packed({4}), 2); }), "expected an odd number"));
  CHECK(contains(message_of([&] { unfold(ctx, x, Spans::packed({5}), 3); }), "need 5 rows"));
  for (int32_t id : {-1, 4})
    CHECK(contains(message_of([&] {
                     embedding(ctx, x, Tensor::of<int32_t>({2}, {0, id}));
                   }),
                   "[embedding] id " + std::to_string(id) + " at position 1: the table has 4 rows."));
  CHECK(
      contains(message_of([&] { embedding_bag(ctx, x, Tensor::of<int32_t>({1}, {0}), Spans::packed({2})); }),
               "[embedding_bag] the bags reach id 2 of 1."));
}

TEST_CASE("attention says what does not fit", "[errors][attention]") {
  Bench bench;
  const Variable x = leaf_of_ones({4, 6});
  const Spans four = Spans::packed({4});
  auto weights = [&](const AttentionPlan& plan, const Variable& k) {
    return message_of([&] { attention_weights(bench.ctx, plan, x, k); });
  };
  CHECK(contains(weights({four, four, 1, 1, false}, leaf_of_ones({4, 5})), "q is [4, 6], k is [4, 5]"));
  CHECK(contains(weights({four, four, 4, 1, false}, x), "width 6 cannot be shared by 4 heads"));
  CHECK(contains(weights({four, four, 0, 1, false}, x), "0 heads"));
  CHECK(
      contains(weights({four, Spans::packed({2, 2}), 1, 1, false}, x), "1 sentences of queries, 2 of keys"));
  CHECK(contains(weights({Spans::packed({5}), four, 1, 1, false}, x), "5 query rows of 4"));
  CHECK(contains(weights({Spans::packed({2, 2}), Spans{{0, 1}, {2, 3}}, 1, 1, false}, x),
                 "the keys of sentence 1 begin at row 1, those before end at row 2"));
}

TEST_CASE("the loss says which labels and weights do not fit", "[errors]") {
  Bench bench;
  const Variable logits = leaf_of_ones({2, 3});
  auto loss = [&](const std::vector<int32_t>& labels, const Tensor& weights, double smoothing) {
    return message_of([&] {
      cross_entropy(bench.ctx, logits, Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels),
                    weights, smoothing);
    });
  };
  CHECK(contains(loss({0}, {}, 0), "expected one per row"));
  CHECK(contains(loss({0, 3}, {}, 0), "label 3 of row 1: there are 3 classes"));
  CHECK(contains(loss({-1, 0}, {}, 0), "label -1 of row 0"));
  CHECK(contains(loss({0, 1}, filled({2}, DType::kFloat64, 1), 0), "2 class weights for 3 classes"));
  CHECK(contains(loss({0, 1}, {}, 1.5), "label smoothing is 1.5: expected 0 to 1"));
}
