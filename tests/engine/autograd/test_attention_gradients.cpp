// Attention, whole and by halves, against central differences, and what it does with rows of no sentence.
#include "tests/engine/autograd/gradient_check.h"

using namespace heed;
using namespace heed::test;

namespace {

struct Case {
  const char* what;
  Spans queries, keys;
  int64_t query_rows, key_rows;
};

// A packed batch of self-attention needs as many rows as there are tokens.
Case self(const char* what, const Spans& spans, int64_t rows) {
  return {what, spans, spans, rows, rows};
}

std::vector<Case> cases() {
  return {self("one token", Spans::packed({1}), 1),
          self("two sentences", Spans::packed({3, 2}), 5),
          self("an empty sentence between", Spans::packed({2, 0, 3}), 5),
          self("an empty sentence first", Spans::packed({0, 4}), 4),
          self("nothing at all", Spans::packed({0, 0}), 0),
          self("longer than a tile", Spans::packed({19}), 19),
          self("padded", Spans::padded(4, {2, 4, 0}), 12),
          {"other lengths of keys", Spans::packed({2, 3}), Spans::packed({4, 1}), 5, 5},
          {"a query without keys", Spans::packed({2, 1}), Spans::packed({0, 3}), 3, 3},
          {"a learned query", Spans::shared_row(3), Spans::packed({2, 4, 1}), 1, 7},
          {"a learned query, rows to spare", Spans::shared_row(2), Spans::padded(3, {3, 1}), 4, 6}};
}

Variable attend(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k,
                const Variable& v) {
  return attention_apply(ctx, plan, attention_weights(ctx, plan, q, k), v);
}

}  // namespace

TEST_CASE("gradient: attention", "[gradient][attention]") {
  for (const Case& c : cases())
    for (int64_t heads : {1, 2, 3})
      for (bool causal : {false, true}) {
        CAPTURE(c.what, heads, causal);
        const AttentionPlan plan{c.queries, c.keys, heads, 0.6, causal};
        const Tensor q = random_tensor({c.query_rows, heads * 2}, 1),
                     k = random_tensor({c.key_rows, heads * 2}, 2);
        const Tensor v = random_tensor({c.key_rows, heads * 3}, 3);
        check_gradients([&](Context& ctx, auto& x) { return attend(ctx, plan, x[0], x[1], x[2]); },
                        {q, k, v});
        check_gradients([&](Context& ctx, auto& x) { return attention(ctx, plan, x[0], x[1], x[2]); },
                        {q, k, v});
      }
}

TEST_CASE("gradient: the two halves of attention", "[gradient][attention]") {
  for (const Case& c : cases()) {
    CAPTURE(c.what);
    const AttentionPlan plan{c.queries, c.keys, 2, 1.3, false};
    const Tensor q = random_tensor({c.query_rows, 4}, 4), k = random_tensor({c.key_rows, 4}, 5);
    check_gradients([&](Context& ctx, auto& x) { return attention_weights(ctx, plan, x[0], x[1]); }, {q, k});
    const Tensor weights = random_tensor({plan.weight_offsets().back()}, 6);
    check_gradients([&](Context& ctx, auto& x) { return attention_apply(ctx, plan, x[0], x[1]); },
                    {weights, random_tensor({c.key_rows, 6}, 7)});
  }
}

TEST_CASE("gradient: one variable as query, key and value", "[gradient][attention]") {
  for (const Case& c : cases()) {
    CAPTURE(c.what);
    const AttentionPlan plan{c.queries, c.keys, 2, 0.7, false};
    const Tensor x = random_tensor({std::max(c.query_rows, c.key_rows), 4}, 8);
    const Tensor w = random_tensor(x.shape(), 9);
    check_gradients([&](Context& ctx, auto& v) { return attend(ctx, plan, v[0], v[0], v[0]); }, {x});
    check_gradients([&](Context& ctx, auto& v) { return attend(ctx, plan, v[0], v[1], v[0]); }, {x, w});
    check_gradients([&](Context& ctx, auto& v) { return attend(ctx, plan, v[0], v[1], v[1]); }, {x, w});
  }
}

TEST_CASE("gradient: queries and keys from different rows of one variable", "[gradient][attention]") {
  // Rows 2 and 3 are queries of the second sentence and keys of the first.
  const AttentionPlan plan{Spans{{0, 2}, {2, 3}}, Spans{{0, 4}, {4, 1}}, 1, 0.7, false};
  check_gradients([&](Context& ctx, auto& v) { return attend(ctx, plan, v[0], v[0], v[0]); },
                  {random_tensor({5, 4}, 10)});
}

TEST_CASE("attention: weights of a row sum to one, the future weighs nothing", "[attention]") {
  Bench bench;
  const Spans sentences = Spans::packed({5, 1, 3});
  for (bool causal : {false, true}) {
    const AttentionPlan plan{sentences, sentences, 2, 0.5, causal};
    const Variable x(random_tensor({9, 4}, 11, DType::kFloat32));
    const Tensor weights = attention_weights(bench.ctx, plan, x, x).value();
    int64_t i = 0;
    for (int32_t T : sentences.length)
      for (int64_t row = 0; row < 2 * T; ++row) {
        double sum = 0;
        for (int64_t s = 0; s < T; ++s, ++i) {
          if (causal && s > row % T) CHECK(element(weights, i) == 0);
          sum += element(weights, i);
        }
        CHECK(sum == Approx(1).epsilon(1e-6));
      }
    CHECK(i == weights.count());
  }
}

TEST_CASE("attention: scores of any size give finite weights", "[attention]") {
  Bench bench;
  const Spans one = Spans::packed({2});
  for (double size : {1e18, -1e18, 1e-30}) {
    const Variable q(filled({2, 1}, DType::kFloat32, size));
    const Variable k(Tensor::of<float>({2, 1}, {1e18f, -1e18f}));
    const Tensor weights = attention_weights(bench.ctx, {one, one, 1, 1, false}, q, k).value();
    for (int64_t i = 0; i < 4; ++i) CHECK(std::isfinite(element(weights, i)));
  }
}
