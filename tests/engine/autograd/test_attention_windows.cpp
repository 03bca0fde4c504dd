// Attention within a sliding window, of long texts, and of one query: against weights worked out one by one,
// and gradients.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/kernels/instruction_sets.h"

using namespace heed;
using namespace heed::test;

namespace {

AttentionPlan window(const Spans& queries, const Spans& keys, int64_t heads, int64_t reach,
                     bool causal = false) {
  return {queries, keys, heads, 0.6, causal, reach};
}

Variable by_halves(Context& ctx, const AttentionPlan& plan, const std::vector<Variable>& x) {
  return attention_apply(ctx, plan, attention_weights(ctx, plan, x[0], x[1]), x[2]);
}

// softmax over the keys that each query may see, one sum after the other.
Tensor expected_weights(const AttentionPlan& plan, const Tensor& q, const Tensor& k) {
  const int64_t width = q.size(1), K = width / plan.heads;
  Tensor weights = Tensor::zeros({plan.weight_offsets().back()}, DType::kFloat64);
  int64_t row = 0;
  for (size_t b = 0; b < plan.queries.B(); ++b)
    for (int64_t h = 0; h < plan.heads; ++h)
      for (int64_t t = 0; t < plan.queries.length[b]; ++t, row += plan.keys.length[b]) {
        double total = 0;
        for (int pass = 0; pass < 2; ++pass)
          for (int64_t s = 0; s < plan.keys.length[b]; ++s) {
            if ((plan.causal && s > t) || (plan.reach >= 0 && std::abs(s - t) > plan.reach)) continue;
            double score = 0;
            for (int64_t c = h * K; c < (h + 1) * K; ++c)
              score += element(q, (plan.queries.begin[b] + t) * width + c) *
                       element(k, (plan.keys.begin[b] + s) * width + c);
            const double e = std::exp(plan.scale * score);
            if (pass == 0)
              total += e;
            else
              set_element(weights, row + s, e / total);
          }
      }
  return weights;
}

std::vector<Tensor> some(int64_t query_rows, int64_t key_rows, int64_t heads, DType type = DType::kFloat64) {
  return {random_tensor({query_rows, heads * 4}, 1, type), random_tensor({key_rows, heads * 4}, 2, type),
          random_tensor({key_rows, heads * 3}, 3, type)};
}

}  // namespace

TEST_CASE("gradient: attention within a window", "[gradient][attention][window]") {
  struct Case {
    Spans queries, keys;
    int64_t query_rows, key_rows;
  };
  const std::vector<Case> cases{{Spans::packed({7}), Spans::packed({7}), 7, 7},
                                {Spans::packed({3, 0, 6}), Spans::packed({3, 0, 6}), 9, 9},
                                {Spans::padded(5, {2, 5}), Spans::padded(5, {2, 5}), 11, 11},
                                {Spans::packed({6, 2}), Spans::packed({2, 5}), 8, 7},
                                {Spans::shared_row(2), Spans::packed({4, 3}), 1, 7}};
  for (const Case& c : cases)
    for (int64_t reach : {0, 1, 3, 9})
      for (bool causal : {false, true}) {
        CAPTURE(c.queries.length, reach, causal);
        const AttentionPlan plan = window(c.queries, c.keys, 2, reach, causal);
        const std::vector<Tensor> qkv = some(c.query_rows, c.key_rows, 2);
        check_gradients([&](Context& ctx, auto& x) { return by_halves(ctx, plan, x); }, qkv);
        check_gradients([&](Context& ctx, auto& x) { return attention(ctx, plan, x[0], x[1], x[2]); }, qkv);
      }
}

TEST_CASE("gradient: windows that leave out most of a text", "[gradient][attention][window]") {
  for (bool causal : {false, true}) {
    CAPTURE(causal);
    const Spans texts = Spans::packed({2, 75});
    const AttentionPlan plan = window(texts, texts, 1, 5, causal);
    check_gradients([&](Context& ctx, auto& x) { return attention(ctx, plan, x[0], x[1], x[2]); },
                    some(77, 77, 1));
    check_gradients([&](Context& ctx, auto& x) { return attention(ctx, plan, x[0], x[0], x[0]); },
                    {random_tensor({77, 2}, 4)});
  }
}

TEST_CASE("weights within a window are a softmax over it, and exactly zero outside", "[attention][window]") {
  const Spans texts = Spans::packed({70, 1, 0, 150});
  for_kernels([&](const Device& device, DType type) {
    for (int64_t reach : {0, 4, 70, 1000})
      for (bool causal : {false, true}) {
        CAPTURE(reach, causal);
        const AttentionPlan plan = window(texts, texts, 2, reach, causal);
        const std::vector<Tensor> qkv = some(221, 221, 2, type);
        Bench bench(false, device);
        const std::vector<Variable> x = variables_of(qkv, 9);
        const Tensor found = attention_weights(bench.ctx, plan, x[0], x[1]).value(),
                     want = expected_weights(plan, qkv[0], qkv[1]);
        CHECK(absolute_difference(found, want) <= tolerance(type, 10));
        for (int64_t i = 0; i < want.count(); ++i)
          if (element(want, i) == 0) REQUIRE(element(found, i) == 0);
        CHECK(relative_difference(attention(bench.ctx, plan, x[0], x[1], x[2]).value(),
                                  by_halves(bench.ctx, plan, x).value()) <= tolerance(type, 10));
      }
  });
}

// What a model that writes asks for with every token, by sums of its own.
TEST_CASE("one query of each text, against weights and sums worked out one by one", "[attention]") {
  constexpr int64_t kHeads = 2;
  for_kernels([&](const Device& device, DType type) {
    for (const int64_t K : {1, 3, 8, 29, 64, 101})
      for (const int keys : {0, 1, 6, 17}) {
        CAPTURE(K, keys);
        const AttentionPlan plan = window(Spans::packed({1, 1}), Spans::packed({keys, keys}), kHeads, -1);
        const std::vector<Tensor> qkv{random_tensor({2, kHeads * K}, 1, type),
                                      random_tensor({2 * keys, kHeads * K}, 2, type),
                                      random_tensor({2 * keys, kHeads * K}, 3, type)};
        Bench bench(false, device);
        const std::vector<Variable> x = variables_of(qkv, 9);
        const Variable weights = attention_weights(bench.ctx, plan, x[0], x[1]);
        const Tensor want = expected_weights(plan, qkv[0], qkv[1]);
        CHECK(absolute_difference(weights.value(), want) <= tolerance(type, 10));
        Tensor sums = Tensor::zeros({2, kHeads * K}, DType::kFloat64);
        for (int64_t i = 0; i < want.count(); ++i)
          for (int64_t c = 0; c < K; ++c) {
            const int64_t b = i / (kHeads * keys), h = i / keys % kHeads, at = h * K + c;
            set_element(sums, b * kHeads * K + at,
                        element(sums, b * kHeads * K + at) +
                            element(want, i) * element(qkv[2], (b * keys + i % keys) * kHeads * K + at));
          }
        CHECK(absolute_difference(attention_apply(bench.ctx, plan, weights, x[2]).value(), sums) <=
              tolerance(type, 10));
      }
  });
}

TEST_CASE("a GPU's weights within a window", "[gpu][attention][window]") {
  const Spans texts = Spans::packed({40, 1, 90});
  const AttentionPlan plan = window(texts, texts, 2, 6);
  const std::vector<Tensor> qkv = some(131, 131, 2);
  for (const Device& device : gpus()) {
    Bench bench(false, device);
    const std::vector<Variable> x = variables_of(qkv, 9, device);
    const Tensor found = on_host(device, attention_weights(bench.ctx, plan, x[0], x[1]).value());
    CHECK(absolute_difference(found, expected_weights(plan, qkv[0], qkv[1])) <= 1e-12);
  }
}

TEST_CASE("a long text's attention and gradients, without its weights in memory", "[attention][window]") {
  const Spans texts = Spans::packed({3, 1100});
  for (bool causal : {false, true}) {
    const AttentionPlan plan = window(texts, texts, 2, -1, causal);
    const std::vector<Tensor> qkv = some(1103, 1103, 2);
    const Op whole = [&](Context&ctx, auto&x) { return attention(ctx, plan, x[0], x[1], x[2]); },
             halves = [&](Context&ctx, auto&x) { return by_halves(ctx, plan, x); };
    CHECK(loss_of(whole, qkv, 5) == Approx(loss_of(halves, qkv, 5)).epsilon(1e-12));
    for (int times : {1, 2}) {
      const std::vector<Tensor> found = gradients_of(whole, qkv, 5, 9, times),
                                want = gradients_of(halves, qkv, 5, 9, times);
      for (size_t i = 0; i < want.size(); ++i) CHECK(relative_difference(found[i], want[i]) <= 1e-12);
    }
  }
}
