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

TEST_CASE("What was drawn for a text is judged by what it costs from there on", "[reinforce]") {
  // Texts of one, two and one words whose losses are those of the first column under a softmax.
  const Spans texts = Spans::packed({1, 2, 1});
  const Tensor logits = random_tensor({4, 3}, 7);
  const Tensor labels = Tensor::of<int32_t>({4}, {0, 0, 0, 0});
  std::vector<double> loss;
  for (int64_t n = 0; n < 4; ++n) {
    double total = 0;
    for (int64_t c = 0; c < 3; ++c) total += std::exp(element(logits, 3 * n + c) - element(logits, 3 * n));
    loss.push_back(std::log(total));
  }
  const auto usual = [&](double own, double words) {
    return (loss[0] + loss[1] + loss[2] + loss[3] - own) / (4 - words);
  };
  const double long_text = usual(loss[1] + loss[2], 2);
  const std::vector<double> first{(loss[1] + loss[2] - 2 * long_text) / 4, (loss[0] - usual(loss[0], 1)) / 4,
                                  (loss[3] - usual(loss[3], 1)) / 4};
  Bench bench;
  const Variable scores(logits, true);
  const Variable mean = cross_entropy(bench.ctx, scores, labels);
  SECTION("step by step, the longest text first") {
    const Variable begun(random_tensor({3}, 1), true), next(random_tensor({1}, 2), true);
    bench.ctx.choices = {begun, next};
    const Variable total = with_choices_of_texts(bench.ctx, mean, scores, labels, texts);
    CHECK(element(total.value(), 0) == Approx(element(mean.value(), 0)));
    bench.tape.backward(total);
    for (int64_t i = 0; i < 3; ++i) CHECK(element(begun.grad(), i) == Approx(first[static_cast<size_t>(i)]));
    CHECK(element(next.grad(), 0) == Approx((loss[2] - long_text) / 4));
  }
  SECTION("all steps together, text by text") {
    const Variable all(random_tensor({3}, 1), true);
    bench.ctx.choices = {all};
    bench.tape.backward(with_choices_of_texts(bench.ctx, mean, scores, labels, texts));
    for (const auto& [b, want] : {std::pair<int64_t, double>{0, first[1]}, {1, first[0]}, {2, first[2]}})
      CHECK(element(all.grad(), b) == Approx(want));
  }
  SECTION("as many as there are steps") {
    bench.ctx.choices.assign(3, Variable(random_tensor({3}, 1), true));
    CHECK_THROWS_AS(with_choices_of_texts(bench.ctx, mean, scores, labels, texts), Error);
  }
}
