// The pieces of attention mechanisms: gradients against central differences, and what they promise.
#include "tests/engine/autograd/gradient_check.h"

using namespace heed;
using namespace heed::test;

namespace {

// Three sentences of different lengths, one of them empty, two heads.
AttentionPlan plan(bool causal = false) {
  return {Spans::packed({3, 0, 2}), Spans::packed({4, 0, 2}), 2, 0.7, causal};
}

constexpr int64_t kQueries = 5, kKeys = 6, kWidth = 6, kWeights = 2 * (3 * 4 + 2 * 2);

Tensor ones(const Shape& shape) {
  return filled(shape, DType::kFloat64, 1);
}

}  // namespace

TEST_CASE("Scores: gradients of dot and additive", "[alignment]") {
  const Tensor q = random_tensor({kQueries, kWidth}, 1), k = random_tensor({kKeys, kWidth}, 2);
  check_gradients([](Context& ctx, const auto& x) { return dot_scores(ctx, plan(), x[0], x[1]); }, {q, k});
  check_gradients([](Context& ctx, const auto& x) { return additive_scores(ctx, plan(), x[0], x[1], x[2]); },
                  {q, k, random_tensor({1, kWidth}, 3)});
  // One tensor as queries and keys.
  const AttentionPlan self{Spans::packed({3, 2}), Spans::packed({3, 2}), 1, 0.5, false};
  check_gradients([&](Context& ctx, const auto& x) { return dot_scores(ctx, self, x[0], x[0]); }, {q});
  check_gradients([&](Context& ctx, const auto& x) { return additive_scores(ctx, self, x[0], x[0], x[1]); },
                  {q, random_tensor({1, kWidth}, 4)});
}

TEST_CASE("Masked softmax, sparsemax and the local window: gradients", "[alignment]") {
  const Tensor e = random_tensor({kWeights}, 5);
  Window window;
  window.first = [](int64_t t, int64_t) { return t - 1; };
  window.last = [](int64_t t, int64_t) { return t + 1; };
  for (const Spans& rows : {visible_keys(plan()), visible_keys(plan(true)), visible_keys(plan(), window)}) {
    check_gradients([&](Context& ctx, const auto& x) { return span_softmax(ctx, x[0], rows); }, {e});
    check_gradients([&](Context& ctx, const auto& x) { return sparsemax(ctx, x[0], rows); }, {e});
  }
  check_gradients(
      [](Context& ctx, const auto& x) { return gaussian(ctx, plan(), centres(ctx, plan(), x[0]), 1.5); },
      {random_tensor({kQueries, 1}, 6)});
  check_gradients([](Context& ctx, const auto& x) { return multiply(ctx, x[0], x[1]); },
                  {e, random_tensor({kWeights}, 7)});
  check_gradients([](Context& ctx, const auto& x) { return scale(ctx, x[0], -2.5); }, {e});
}

TEST_CASE("A row that sees nothing is zero, and so is its gradient", "[alignment]") {
  Window nothing;
  nothing.first = [](int64_t, int64_t) { return int64_t{2}; };
  nothing.last = [](int64_t, int64_t) { return int64_t{1}; };
  const Spans rows = visible_keys(plan(), nothing);
  for (const bool sparse : {false, true}) {
    Bench bench;
    const Variable e(random_tensor({kWeights}, 8), true);
    const Variable p = sparse ? sparsemax(bench.ctx, e, rows) : span_softmax(bench.ctx, e, rows);
    CHECK(largest(p.value()) == 0);
    bench.tape.backward(weighted_sum(bench.ctx, p, ones({kWeights})));
    CHECK(largest(e.grad()) == 0);
  }
}

TEST_CASE("Sparsemax is the nearest point of the simplex", "[alignment]") {
  Bench bench(false);
  const Spans rows = Spans::packed({3, 3, 4, 1});
  const Variable e(Tensor::of<double>({11}, {0.5, 0.2, 0.0, 9, 1, 1, 1e8, 1e8, 1e8 - 1, -1e8, 7}));
  const std::vector<double> p = sparsemax(bench.ctx, e, rows).value().values<double>();
  // By hand: all three are in the support with τ = (0.7 - 1) / 3; one key; two keys halve it; one key.
  const std::vector<double> want{0.6, 0.3, 0.1, 1, 0, 0, 0.5, 0.5, 0, 0, 1};
  for (size_t i = 0; i < want.size(); ++i) CHECK(p[i] == Approx(want[i]).margin(1e-9));
  // For scores drawn at random, a small step from p towards any corner never comes nearer to the scores.
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Variable x(random_tensor({6}, seed));
    const Tensor y = sparsemax(bench.ctx, x, Spans::packed({6})).value();
    double sum = 0;
    for (int64_t i = 0; i < 6; ++i) sum += element(y, i);
    CHECK(sum == Approx(1));
    for (int64_t corner = 0; corner < 6; ++corner) {
      double slope = 0;  // of ‖p - e‖² on the way to the corner
      for (int64_t i = 0; i < 6; ++i)
        slope += (element(y, i) - element(x.value(), i)) * ((i == corner ? 1 : 0) - element(y, i));
      CHECK(slope >= -1e-12);
    }
  }
}

TEST_CASE("A choice is drawn with its probability, and its log-likelihood learns", "[alignment]") {
  const AttentionPlan one{Spans::packed({1}), Spans::packed({3}), 1, 1, false};
  const Spans rows = visible_keys(one);
  const Tensor p = Tensor::of<double>({3}, {0.5, 0.0, 0.5});
  Bench bench;
  bench.ctx.training = true;
  int last = 0;
  constexpr int kDraws = 2000;
  for (int i = 0; i < kDraws; ++i) {
    bench.ctx.dropout = {3, static_cast<uint32_t>(i), 0};
    const Choice choice = choose(bench.ctx, one, Variable(p, true), rows);
    CHECK(element(choice.weights, 1) == 0);
    last += element(choice.weights, 2) == 1;
    CHECK(element(choice.log_likelihood.value(), 0) == Approx(std::log(0.5)));
  }
  CHECK(std::abs(last - kDraws / 2) < 100);  // more than four standard deviations
  const Variable x(p, true);
  const Choice choice = choose(bench.ctx, one, x, rows);
  bench.tape.backward(weighted_sum(bench.ctx, choice.log_likelihood, ones({1})));
  CHECK(element(x.grad(), element(choice.weights, 2) == 1 ? 2 : 0) == Approx(2));
  Bench quiet(false);
  const Tensor uneven = Tensor::of<double>({3}, {0.2, 0.7, 0.1});
  CHECK(element(choose(quiet.ctx, one, Variable(uneven), rows).weights, 1) == 1);
}

TEST_CASE("Sizes that do not fit are named", "[alignment]") {
  Bench bench(false);
  const Variable q(random_tensor({kQueries, 6}, 1)), k(random_tensor({kKeys, 5}, 2));
  CHECK_THROWS_WITH(dot_scores(bench.ctx, plan(), q, k),
                    Catch::Contains("[dot_scores] q is [5, 6], k is [6, 5]"));
  const Variable few(random_tensor({4, 6}, 3));
  CHECK_THROWS_WITH(dot_scores(bench.ctx, plan(), few, few), Catch::Contains("need 5 query rows of 4"));
}
