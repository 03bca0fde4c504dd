// Every differentiable op but attention against central differences.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

const std::vector<Spans>& batches() {
  static const std::vector<Spans> all{Spans::packed({4}),          Spans::packed({1}),
                                      Spans::packed({3, 0, 2}),    Spans::packed({0, 5}),
                                      Spans::padded(4, {2, 4, 0}), Spans::packed({0})};
  return all;
}

// Rows of a tensor that holds the batch, with one to spare.
int64_t rows_for(const Spans& spans) {
  return spans.rows() + 1;
}

Tensor ids_of(const std::vector<int32_t>& ids) {
  return Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
}

}  // namespace

TEST_CASE("gradient: add, also of a variable to itself", "[gradient]") {
  for (Shape shape : {Shape{3, 5}, Shape{1}, Shape{0, 4}, Shape{2, 3, 7}}) {
    const Tensor a = random_tensor(shape, 1), b = random_tensor(shape, 2);
    check_gradients([](Context& ctx, auto& x) { return add(ctx, x[0], x[1]); }, {a, b});
    check_gradients([](Context& ctx, auto& x) { return add(ctx, x[0], x[0]); }, {a});
    check_gradients([](Context& ctx, auto& x) { return add(ctx, add(ctx, x[0], x[1]), x[0]); }, {a, b});
  }
}

TEST_CASE("gradient: activations", "[gradient]") {
  for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                       Activation::kTanh, Activation::kSilu})
    for (Shape shape : {Shape{3, 5}, Shape{37}, Shape{0, 2}})
      check_gradients([f](Context& ctx, auto& x) { return activate(ctx, f, x[0]); },
                      {random_tensor(shape, 3)});
}

TEST_CASE("gradient: linear, with and without bias, every activation", "[gradient]") {
  struct Sizes {
    int64_t N, I, O;
  };
  for (auto [N, I, O] : {Sizes{1, 1, 1}, {5, 3, 7}, {13, 17, 9}, {0, 3, 2}, {2, 0, 3}, {3, 270, 2}})
    for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                         Activation::kTanh}) {
      CAPTURE(N, I, O, static_cast<int>(f));
      const Tensor x = random_tensor({N, I}, 4), W = random_tensor({O, I}, 5), b = random_tensor({O}, 6);
      check_gradients([f](Context& ctx, auto& v) { return linear(ctx, v[0], v[1], v[2], f); }, {x, W, b});
      check_gradients([f](Context& ctx, auto& v) { return linear(ctx, v[0], v[1], Variable(), f); }, {x, W});
    }
}

TEST_CASE("gradient: feed-forward network, every activation", "[gradient]") {
  for (int64_t N : {0, 1, 5})
    for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu}) {
      CAPTURE(N, static_cast<int>(f));
      check_gradients(
          [f](Context& ctx, auto& v) {
            return feed_forward(ctx, v[0], {v[1], v[2], v[3], v[4]}, f);
          },
          {random_tensor({N, 4}, 30), random_tensor({7, 4}, 31), random_tensor({7}, 32),
           random_tensor({3, 7}, 33), random_tensor({3}, 34)});
    }
}

TEST_CASE("feed-forward: many rows, some at a time, give what two layers give", "[gradient]") {
  ThreadPool threads(2);
  for (ThreadPool* pool : {static_cast<ThreadPool*>(nullptr), &threads})
    for (int64_t N : {191, 192, 193, 700}) {
      CAPTURE(N, pool != nullptr);
      auto run = [&](bool whole) {
        std::vector<Variable> v;
        for (const Shape& shape : {Shape{N, 9}, Shape{40, 9}, Shape{40}, Shape{9, 40}, Shape{9}})
          v.emplace_back(random_tensor(shape, 40 + v.size()), true);
        Bench bench;
        bench.device.threads = pool;
        auto network = [&](const Variable& x) {
          Context& ctx = bench.ctx;
          if (!whole) return feed_forward(ctx, x, {v[1], v[2], v[3], v[4]}, Activation::kRelu);
          return linear(ctx, linear(ctx, x, v[1], v[2], Activation::kRelu), v[3], v[4]);
        };
        const Variable y = network(add(bench.ctx, v[0], network(v[0])));  // gradients meet what is there
        bench.tape.backward(weighted_sum(bench.ctx, y, random_tensor(y.shape(), 50)));
        std::vector<Tensor> results{y.value()};
        for (const Variable& x : v) results.push_back(x.grad());
        return results;
      };
      const std::vector<Tensor> parts = run(false), whole = run(true);
      for (size_t i = 0; i < parts.size(); ++i) {
        CAPTURE(i);
        CHECK(relative_difference(parts[i], whole[i]) < 1e-12);
      }
    }
}

TEST_CASE("feed-forward: weights that do not fit are an error that names all shapes") {
  Bench bench;
  const Variable x(random_tensor({2, 4}, 1)), W(random_tensor({5, 4}, 2)), b(random_tensor({5}, 3));
  CHECK(contains(message_of([&] {
                   feed_forward(bench.ctx, x, {W, b, W, b}, Activation::kRelu);
                 }),
                 "[feed_forward] x is [2, 4], the weights are [5, 4] and [5, 4]"));
}

TEST_CASE("gradient: one weight in two layers collects both parts", "[gradient]") {
  const Tensor x = random_tensor({5, 4}, 7), W = random_tensor({4, 4}, 8), b = random_tensor({4}, 9);
  check_gradients(
      [](Context& ctx, auto& v) {
        return linear(ctx, linear(ctx, v[0], v[1], v[2], Activation::kTanh), v[1], v[2]);
      },
      {x, W, b});
}

TEST_CASE("gradient: rows of a table that was itself computed", "[gradient]") {
  const Tensor x = random_tensor({5, 4}, 7), W = random_tensor({3, 4}, 8), b = random_tensor({3}, 9);
  const Tensor ids = Tensor::of<int32_t>({4}, {4, 0, 4, 2});
  const Spans bags = Spans::packed({1, 0, 3});
  check_gradients([&](Context& ctx, auto& v) { return embedding(ctx, linear(ctx, v[0], v[1], v[2]), ids); },
                  {x, W, b});
  check_gradients(
      [&](Context& ctx, auto& v) { return embedding_bag(ctx, linear(ctx, v[0], v[1], v[2]), ids, bags); },
      {x, W, b});
  check_gradients(  // looked up, and used whole, in either order
      [&](Context& ctx, auto& v) {
        const Variable table = linear(ctx, v[0], v[1], v[2]);
        const Variable before = mean_pool(ctx, embedding(ctx, table, ids), Spans::packed({4}));
        const Variable whole = mean_pool(ctx, table, Spans::packed({5}));
        const Variable after = mean_pool(ctx, embedding(ctx, table, ids), Spans::packed({4}));
        return add(ctx, add(ctx, before, whole), multiply(ctx, after, whole));
      },
      {x, W, b});
}

TEST_CASE("gradient: layer norm", "[gradient]") {
  for (Shape shape : {Shape{4, 10}, Shape{1, 3}, Shape{0, 4}, Shape{2, 3, 5}}) {
    const Shape D{shape[-1]};
    const Tensor x = random_tensor(shape, 10), gamma = random_tensor(D, 11), beta = random_tensor(D, 12);
    check_gradients([](Context& ctx, auto& v) { return layer_norm(ctx, v[0], v[1], v[2]); },
                    {x, gamma, beta});
  }
}

TEST_CASE("gradient: RMS norm", "[gradient]") {
  for (Shape shape : {Shape{4, 10}, Shape{1, 3}, Shape{0, 4}, Shape{2, 3, 5}}) {
    const Tensor x = random_tensor(shape, 10), gamma = random_tensor(Shape{shape[-1]}, 11);
    check_gradients([](Context& ctx, auto& v) { return rms_norm(ctx, v[0], v[1]); }, {x, gamma});
  }
}

TEST_CASE("gradient: heads that several share", "[gradient]") {
  for (const int64_t times : {1, 2, 3})
    check_gradients([&](Context& ctx, auto& v) { return repeat_heads(ctx, v[0], 2, times); },
                    {random_tensor({3, 4}, 12)});
  Bench bench(false);
  const Variable x(Tensor::of<double>({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(repeat_heads(bench.ctx, x, 2, 2).value().values<double>() ==
        std::vector<double>{1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6, 7, 8, 7, 8});
}

TEST_CASE("gradient: layer norm whose gamma and beta have other uses", "[gradient]") {
  const Tensor x = random_tensor({3, 4}, 13), gamma = random_tensor({4}, 14), beta = random_tensor({4}, 15);
  auto norm_then_bias = [](size_t which) {
    return [which](Context& ctx, const std::vector<Variable>& v) {
      const Variable y = layer_norm(ctx, v[0], v[1], v[2]);
      return linear(ctx, y, Variable(ctx.upload(random_tensor({4, 4}, 16))),
                    v[which]);  // adds to its gradient first
    };
  };
  check_gradients(norm_then_bias(1), {x, gamma, beta});
  check_gradients(norm_then_bias(2), {x, gamma, beta});
  check_gradients([](Context& ctx, auto& v) { return layer_norm(ctx, v[0], v[1], v[1]); }, {x, gamma});
}

TEST_CASE("gradient: embedding, of the rows that were looked up", "[gradient]") {
  for (const std::vector<int32_t>& ids : {std::vector<int32_t>{2, 0, 2, 2, 4}, {3}, {}}) {
    check_gradients([&](Context& ctx, auto& v) { return embedding(ctx, v[0], ids_of(ids)); },
                    {random_tensor({5, 3}, 17)}, true);
  }
}

TEST_CASE("gradient: embedding bag, empty bags and bags that share ids", "[gradient]") {
  for (const Spans& bags : {Spans::packed({2, 0, 3, 1}), Spans::packed({0}), Spans{{0, 1}, {3, 2}}})
    for (bool mean : {true, false})
      check_gradients(
          [&](Context& ctx, auto& v) {
            return embedding_bag(ctx, v[0], ids_of({1, 3, 3, 0, 1, 4}), bags, mean);
          },
          {random_tensor({5, 3}, 18)}, true);
}

TEST_CASE("gradient: unfold, convolution, concat", "[gradient]") {
  for (const Spans& spans : batches())
    for (int width : {1, 3, 5}) {
      const Tensor x = random_tensor({rows_for(spans), 2}, 19);
      check_gradients([&](Context& ctx, auto& v) { return unfold(ctx, v[0], spans, width); }, {x});
      check_gradients(
          [&](Context& ctx, auto& v) {
            return linear(ctx, unfold(ctx, v[0], spans, width), v[1], Variable(), Activation::kTanh);
          },
          {x, random_tensor({3, 2 * width}, 20)});
    }
  const Tensor a = random_tensor({4, 3}, 21), b = random_tensor({4, 5}, 22);
  check_gradients([](Context& ctx, auto& v) { return concat(ctx, v[0], v[1]); }, {a, b});
  check_gradients([](Context& ctx, auto& v) { return concat(ctx, v[0], v[0]); }, {a});
}

TEST_CASE("gradient: pooling over sentences", "[gradient]") {
  for (const Spans& spans : batches()) {
    const Tensor x = random_tensor({rows_for(spans), 3}, 23);
    check_gradients([&](Context& ctx, auto& v) { return mean_pool(ctx, v[0], spans); }, {x});
    check_gradients([&](Context& ctx, auto& v) { return mean_pool(ctx, v[0], spans, true); }, {x});
    check_gradients([&](Context& ctx, auto& v) { return max_pool(ctx, v[0], spans); }, {x});
    check_gradients(
        [&](Context& ctx, auto& v) {
          return add(ctx, mean_pool(ctx, v[0], spans), max_pool(ctx, v[0], spans));
        },
        {x});
  }
}

TEST_CASE("gradient: cross-entropy with weights and smoothing", "[gradient]") {
  const Tensor weights = Tensor::of<double>({4}, {0.5, 2, 0, 1.5});
  for (double smoothing : {0.0, 0.1, 1.0})
    for (const Tensor& class_weights : {Tensor{}, weights}) {
      const Tensor labels = ids_of({3, 0, 2, 2, 1});
      check_gradients(
          [&](Context& ctx, auto& v) { return cross_entropy(ctx, v[0], labels, class_weights, smoothing); },
          {random_tensor({5, 4}, 24)});
      check_gradients(
          [&](Context& ctx, auto& v) { return cross_entropy(ctx, v[0], ids_of({1}), {}, smoothing); },
          {random_tensor({1, 2}, 25)});
    }
}

TEST_CASE("gradient: places in sentences as classes", "[gradient]") {
  for (const Spans& spans : {Spans::packed({4}), Spans::packed({3, 1, 5}), Spans::padded(4, {2, 4, 1})}) {
    const auto B = static_cast<int64_t>(spans.B());
    std::vector<int32_t> labels;
    for (int32_t length : spans.length) labels.insert(labels.end(), {0, length - 1});
    check_gradients(
        [&](Context& ctx, auto& v) {
          return cross_entropy(ctx, columns_to_rows(ctx, v[0], spans), ids_of(labels));
        },
        {random_tensor({rows_for(spans), 2}, static_cast<uint64_t>(B))});
  }
}

TEST_CASE("places in sentences: a column of each is a row, with nothing behind its end", "[ops]") {
  Bench bench(false);
  const Variable x(Tensor::of<float>({3, 2}, {1, 2, 3, 4, 5, 6}));
  const Variable y = columns_to_rows(bench.ctx, x, Spans::packed({2, 1}));
  CHECK(y.shape() == Shape{4, 2});
  CHECK(y.value().values<float>() == std::vector<float>{1, 3, 2, 4, 5, -1e30f, 6, -1e30f});
  CHECK(contains(message_of([&] { columns_to_rows(bench.ctx, x, Spans::packed({4})); }), "need 4 rows"));
}

TEST_CASE("gradient: rows without a label count nowhere in cross-entropy", "[gradient]") {
  const Tensor weights = Tensor::of<double>({4}, {0.5, 2, 0, 1.5}), x = random_tensor({6, 4}, 27);
  const Tensor some = ids_of({3, kNoLabel, 0, 2, kNoLabel, kNoLabel}), all = ids_of({3, 0, 2});
  check_gradients([&](Context& ctx, auto& v) { return cross_entropy(ctx, v[0], some, weights, 0.1); }, {x});
  Bench bench(false);
  const Tensor kept({3, 4}, DType::kFloat64);
  for (int64_t i = 0; i < 12; ++i) set_element(kept, i, element(x, i < 4 ? i : i + 4));
  CHECK(element(cross_entropy(bench.ctx, Variable(x), some, weights, 0.1).value(), 0) ==
        element(cross_entropy(bench.ctx, Variable(kept), all, weights, 0.1).value(), 0));
  CHECK_THROWS_AS(cross_entropy(bench.ctx, Variable(kept), ids_of({0, -2, 1})), Error);
}

TEST_CASE("gradient: a weighted sum", "[gradient]") {
  for (Shape shape : {Shape{4, 3}, Shape{1}, Shape{0}})
    check_gradients([&](Context& ctx, auto& v) { return weighted_sum(ctx, v[0], random_tensor(shape, 26)); },
                    {random_tensor(shape, 27)});
}
