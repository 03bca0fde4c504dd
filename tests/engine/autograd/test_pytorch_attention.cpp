// Scaled dot-product and multi-head attention in float32 against PyTorch's values and gradients.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

// The part of PyTorch's weights [B, H, T, S] that the plan keeps, in our order; `skip` queries of a sentence
// are not PyTorch's and come out as zero.
Tensor weights_of(const AttentionPlan& plan, const Tensor& padded, const std::vector<int64_t>& skip) {
  Tensor flat = Tensor::zeros({plan.weight_offsets().back()}, DType::kFloat32);
  const int64_t H = padded.size(1), T = padded.size(2), S = padded.size(3);
  int64_t i = 0;
  for (size_t b = 0; b < plan.keys.B(); ++b) {
    const int64_t first = plan.keys.begin[b] - static_cast<int64_t>(b) * S;
    for (int64_t h = 0; h < H; ++h)
      for (int64_t t = 0; t < plan.queries.length[b]; ++t)
        for (int64_t s = 0; s < plan.keys.length[b]; ++s, ++i)
          if (t >= skip[b]) {
            const int64_t head = static_cast<int64_t>(b) * H + h;
            set_element(flat, i, element(padded, (head * T + t - skip[b]) * S + first + s));
          }
  }
  return flat;
}

// Puts skip[b] rows of zeros before sentence b's T rows; `back` takes them away.
Tensor with_rows_before(const Tensor& x, int64_t T, const std::vector<int64_t>& skip, bool back = false) {
  const int64_t D = x.size(1);
  int64_t extra = 0;
  for (int64_t rows : skip) extra += rows;
  Tensor y = Tensor::zeros({x.size(0) + (back ? -extra : extra), D}, DType::kFloat32);
  int64_t few = 0, many = 0;
  for (int64_t rows : skip) {
    many += rows;
    const Tensor to = y.rows(back ? few : many, T), from = x.rows(back ? many : few, T);
    std::memcpy(to.raw(), from.raw(), to.bytes());
    few += T;
    many += T;
  }
  return y;
}

// One file; `keys` are the rows that its mask keeps, `skip` queries are put before each sentence.
void check_sdpa(const std::string& name, const Spans& keys, bool causal, const std::vector<int64_t>& skip) {
  CAPTURE(name);
  const Oracle oracle(name);
  const int64_t H = 2, T = 5;
  std::vector<int32_t> lengths;
  for (int64_t rows : skip) lengths.push_back(static_cast<int32_t>(T + rows));
  const AttentionPlan plan{Spans::packed(lengths), keys, H, 1 / std::sqrt(8.0), causal};
  Bench bench;
  const Variable q(with_rows_before(heads_to_columns(oracle["q"]), T, skip), true);
  const Variable k(heads_to_columns(oracle["k"]), true), v(heads_to_columns(oracle["v"]), true);
  const Variable weights = attention_weights(bench.ctx, plan, q, k);
  const Variable y = attention_apply(bench.ctx, plan, weights, v);
  Tensor seen = weights.value().clone();
  const Tensor want = weights_of(plan, oracle["weights"], skip);
  for (int64_t i = 0; i < seen.count(); ++i)
    if (element(want, i) == 0 && skip[0] > 0) set_element(seen, i, 0);  // queries that are not PyTorch's
  CHECK(relative_difference(seen, want) <= kForward);
  CHECK(relative_difference(with_rows_before(y.value(), T, skip, true), heads_to_columns(oracle["output"])) <=
        kForward);
  const Tensor dy = with_rows_before(heads_to_columns(oracle["grad_output"]), T, skip);
  bench.tape.backward(weighted_sum(bench.ctx, y, dy));
  CHECK(relative_difference(with_rows_before(q.grad(), T, skip, true), heads_to_columns(oracle["grad.q"])) <=
        kGradient);
  CHECK(relative_difference(k.grad(), heads_to_columns(oracle["grad.k"])) <= kGradient);
  CHECK(relative_difference(v.grad(), heads_to_columns(oracle["grad.v"])) <= kGradient);
}

}  // namespace

TEST_CASE("PyTorch: scaled dot-product attention, plain, padded, causal", "[oracle][attention]") {
  check_sdpa("sdpa_none", Spans::padded(7, {7, 7}), false, {0, 0});
  const Spans kept{{0, 8},
                   {5, 6}};  // the last two keys of one sentence and the first of the other are masked
  check_sdpa("sdpa_padding", kept, false, {0, 0});
  // There query t sees keys up to t + 2: two more queries in front, or one where a key in front is masked.
  check_sdpa("sdpa_padding_causal", kept, true, {2, 1});
}

TEST_CASE("all keys masked: zeros where PyTorch has NaN", "[oracle][attention]") {
  const Oracle oracle("sdpa_fully_masked");
  CHECK(std::isnan(element(oracle["weights_inf"], 0)));
  const AttentionPlan plan{Spans::packed({2}), Spans::packed({0}), 1, 0.5, false};
  Bench bench;
  const Variable q(oracle["q"].reshaped({2, 4}), true), k(oracle["k"].reshaped({3, 4}), true);
  const Variable v(oracle["v"].reshaped({3, 4}), true);
  const Variable y = attention_apply(bench.ctx, plan, attention_weights(bench.ctx, plan, q, k), v);
  CHECK(largest(y.value()) == 0);
  bench.tape.backward(weighted_sum(bench.ctx, y, filled({2, 4}, DType::kFloat32, 1)));
  for (const Variable& x : {q, k, v}) CHECK(largest(x.grad()) == 0);
}

TEST_CASE("PyTorch: the lesson's attention of three tokens, to the digit", "[oracle][attention]") {
  const Oracle oracle("lesson4_sdpa");
  const Spans three = Spans::packed({3});
  const AttentionPlan plan{three, three, 1, 0.5, false};
  Bench bench(false);
  const Variable q(oracle["q"].reshaped({3, 4})), k(oracle["k"].reshaped({3, 4}));
  const Variable weights = attention_weights(bench.ctx, plan, q, k);
  CHECK(relative_difference(weights.value().reshaped({1, 3, 3}), oracle["weights"]) <= kForward);
  const Variable y = attention_apply(bench.ctx, plan, weights, Variable(oracle["v"].reshaped({3, 4})));
  CHECK(relative_difference(y.value().reshaped({1, 3, 4}), oracle["output"]) <= kForward);
}

namespace {

// nn.MultiheadAttention: q, k and v projections lie one below the other.
struct MultiHead {
  Variable W[3], b[3], out_W, out_b;

  explicit MultiHead(const Oracle& oracle)
      : out_W(oracle["out_proj.weight"], true), out_b(oracle["out_proj.bias"], true) {
    for (int i = 0; i < 3; ++i) {
      W[i] = Variable(oracle["in_proj_weight"].rows(16 * i, 16), true);
      b[i] = Variable(oracle["in_proj_bias"].rows(16 * i, 16), true);
    }
  }

  Variable weights(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k) const {
    return attention_weights(ctx, plan, linear(ctx, q, W[0], b[0]), linear(ctx, k, W[1], b[1]));
  }
  Variable output(Context& ctx, const AttentionPlan& plan, const Variable& weights, const Variable& v) const {
    return linear(ctx, attention_apply(ctx, plan, weights, linear(ctx, v, W[2], b[2])), out_W, out_b);
  }

  void check_gradients(const Oracle& oracle) const {
    CHECK(relative_difference(out_W.grad(), oracle["grad.out_proj.weight"]) <= kGradient);
    CHECK(relative_difference(out_b.grad(), oracle["grad.out_proj.bias"]) <= kGradient);
    for (int i = 0; i < 3; ++i) {
      CAPTURE(i);
      CHECK(relative_difference(W[i].grad(), oracle["grad.in_proj_weight"].rows(16 * i, 16)) <= kGradient);
      const Tensor bias = oracle["grad.in_proj_bias"].rows(16 * i, 16);
      if (i == 1)  // a key bias moves all scores of a query alike: zero, but for rounding
        CHECK(absolute_difference(b[i].grad(), bias) <= 1e-5);
      else
        CHECK(relative_difference(b[i].grad(), bias) <= kGradient);
    }
  }
};

}  // namespace

TEST_CASE("PyTorch: multi-head cross attention with padding", "[oracle][attention]") {
  const Oracle oracle("mha");
  const AttentionPlan plan{Spans::packed({5, 5}), Spans::padded(7, {5, 7}), 4, 0.5, false};
  Bench bench;
  const MultiHead layer(oracle);
  const Variable query(oracle["query"].reshaped({10, 16}), true);
  const Variable keys(oracle["key_value"].reshaped({14, 16}), true);
  const Variable weights = layer.weights(bench.ctx, plan, query, keys);
  const Variable y = layer.output(bench.ctx, plan, weights, keys);
  CHECK(relative_difference(weights.value(), weights_of(plan, oracle["weights"], {0, 0})) <= kForward);
  CHECK(relative_difference(y.value().reshaped({2, 5, 16}), oracle["output"]) <= kForward);
  bench.tape.backward(weighted_sum(bench.ctx, y, oracle["grad_output"].reshaped({10, 16})));
  CHECK(relative_difference(query.grad().reshaped({2, 5, 16}), oracle["grad.query"]) <= kGradient);
  CHECK(relative_difference(keys.grad().reshaped({2, 7, 16}), oracle["grad.key_value"]) <= kGradient);
  layer.check_gradients(oracle);
}

TEST_CASE("PyTorch: causal multi-head self-attention, weights averaged over heads", "[oracle][attention]") {
  const Oracle oracle("mha_causal");
  const Spans spans = Spans::packed({5, 5});
  const AttentionPlan plan{spans, spans, 4, 0.5, true};
  Bench bench;
  const MultiHead layer(oracle);
  const Variable x(oracle["x"].reshaped({10, 16}), true);
  const Variable weights = layer.weights(bench.ctx, plan, x, x);
  const Variable y = layer.output(bench.ctx, plan, weights, x);
  Tensor mean = Tensor::zeros({2, 5, 5}, DType::kFloat32);
  for (int64_t i = 0; i < weights.value().count(); ++i) {
    const int64_t at = i / 100 * 25 + i % 25;
    set_element(mean, at, element(mean, at) + element(weights.value(), i) / 4);
  }
  CHECK(relative_difference(mean, oracle["weights_mean"]) <= kForward);
  CHECK(relative_difference(y.value().reshaped({2, 5, 16}), oracle["output"]) <= kForward);
  bench.tape.backward(weighted_sum(bench.ctx, y, oracle["grad_output"].reshaped({10, 16})));
  CHECK(relative_difference(x.grad().reshaped({2, 5, 16}), oracle["grad.x"]) <= kGradient);
  layer.check_gradients(oracle);
}
