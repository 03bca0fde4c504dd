// REINFORCE: its gradient against that of the expected loss, summed over all choices.
#include "engine/tasks/reinforce.h"

#include "tests/engine/autograd/gradient_check.h"

using namespace heed;
using namespace heed::test;

TEST_CASE("The mean of the estimates is the gradient of the expected loss", "[reinforce]") {
  // Two sentences, one query each, two keys with the values v; logits are the chosen value and 0.
  const AttentionPlan plan{Spans::packed({1, 1}), Spans::packed({2, 2}), 1, 1, false};
  const Spans rows = visible_keys(plan);
  const Tensor scores = Tensor::of<double>({4}, {0.3, -0.2, 0.1, 0.6});
  const Tensor values = Tensor::of<double>({4, 2}, {2, 0, -1, 0, 0.5, 0, 1.5, 0});
  const Tensor labels = Tensor::of<int32_t>({2}, {0, 1});
  auto loss_of_value = [&](int64_t row, int label) {
    const double z = element(values, 2 * row);
    return std::log(1 + std::exp(label == 0 ? -z : z));
  };
  std::vector<double> mean(4, 0.0);
  constexpr int kDraws = 6000;
  for (int i = 0; i < kDraws; ++i) {
    Bench bench;
    bench.ctx.training = true;
    bench.ctx.dropout = {5, static_cast<uint32_t>(i), 0};
    const Variable e(scores, true);
    const Choice choice = choose(bench.ctx, plan, span_softmax(bench.ctx, e, rows), rows);
    bench.ctx.choices.push_back(choice.log_likelihood);
    const Variable logits = attention_apply(bench.ctx, plan, Variable(choice.weights), Variable(values));
    const Variable loss = cross_entropy(bench.ctx, logits, labels);
    bench.tape.backward(with_choices(bench.ctx, loss, logits, labels));
    for (int64_t n = 0; n < 4; ++n) mean[static_cast<size_t>(n)] += element(e.grad(), n) / kDraws;
  }
  for (int64_t b = 0; b < 2; ++b) {
    const double p = 1 / (1 + std::exp(element(scores, 2 * b + 1) - element(scores, 2 * b)));
    const int label = labels.data<int32_t>()[b];
    // d/de_0 of p L_0 + (1 - p) L_1, halved by the batch's mean
    const double want = p * (1 - p) * (loss_of_value(2 * b, label) - loss_of_value(2 * b + 1, label)) / 2;
    CHECK(mean[static_cast<size_t>(2 * b)] == Approx(want).margin(0.008));
    CHECK(mean[static_cast<size_t>(2 * b + 1)] == Approx(-want).margin(0.008));
  }
}

TEST_CASE("Without choices, and for one sentence alone, the loss is as it was", "[reinforce]") {
  Bench bench;
  const Variable logits(random_tensor({1, 3}, 2), true);
  const Tensor labels = Tensor::of<int32_t>({1}, {2});
  const Variable loss = cross_entropy(bench.ctx, logits, labels);
  CHECK(&with_choices(bench.ctx, loss, logits, labels).node() == &loss.node());
  bench.ctx.choices.push_back(Variable(random_tensor({1}, 3), true));
  CHECK(element(with_choices(bench.ctx, loss, logits, labels).value(), 0) == element(loss.value(), 0));
}
