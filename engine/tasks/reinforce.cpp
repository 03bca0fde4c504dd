#include "engine/tasks/reinforce.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/autograd/ops.h"
#include "engine/nn/steps.h"

namespace heed {
namespace {

// -log softmax(logits_n)[label_n]
std::vector<double> losses_of(const Tensor& logits, const Tensor& labels) {
  const Tensor scores = logits.to(DType::kFloat64);
  const int64_t N = scores.size(0), C = scores.size(1);
  std::vector<double> losses;
  for (int64_t n = 0; n < N; ++n) {
    const double* row = scores.data<double>() + n * C;
    const double most = *std::max_element(row, row + C);
    double total = 0;
    for (int64_t c = 0; c < C; ++c) total += std::exp(row[c] - most);
    losses.push_back(std::log(total) + most - row[labels.data<int32_t>()[n]]);
  }
  return losses;
}

// `loss` with the gradient of Σ weight · log p beside its own: the loss that is reported stays the loss.
Variable weighted(Context& ctx, const Variable& loss, const Variable& log_likelihood,
                  const std::vector<double>& weights) {
  const Tensor as_doubles = Tensor::of<double>({static_cast<int64_t>(weights.size())}, weights);
  const Variable sum = weighted_sum(ctx, log_likelihood, as_doubles.to(log_likelihood.dtype()));
  return add(ctx, loss, add(ctx, sum, scale(ctx, Variable(sum.value()), -1)));
}

// For each place of a text the loss from there on, less that of as many words of the others, / M.
std::vector<double> to_come(const std::vector<double>& losses, const Spans& texts) {
  std::vector<double> judged(losses.size());
  double all = 0;
  for (const double loss : losses) all += loss;
  for (size_t b = 0; b < texts.B(); ++b) {
    const auto first = static_cast<size_t>(texts.begin[b]), length = static_cast<size_t>(texts.length[b]);
    double own = 0;
    for (size_t n = first; n < first + length; ++n) own += losses[n];
    const size_t others = losses.size() - length;
    const double usual = others > 0 ? (all - own) / static_cast<double>(others) : 0;
    double left = 0;
    for (size_t n = first + length; n-- > first;) {
      left += losses[n] - usual;
      judged[n] = others > 0 ? left / static_cast<double>(losses.size()) : 0;
    }
  }
  return judged;
}

}  // namespace

Variable with_choices(Context& ctx, const Variable& loss, const Variable& logits, const Tensor& labels) {
  if (ctx.choices.empty()) return loss;
  std::vector<double> losses = losses_of(ctx.host(logits.value()), labels);
  const auto B = static_cast<double>(losses.size());
  double sum = 0;
  for (const double one : losses) sum += one;
  for (double& one : losses)  // one sentence alone has nothing to be better than
    one = B > 1 ? (one - (sum - one) / (B - 1)) / B : 0;
  Variable total = loss;
  for (const Variable& log_likelihood : ctx.choices) total = weighted(ctx, total, log_likelihood, losses);
  return total;
}

Variable with_choices_of_texts(Context& ctx, const Variable& loss, const Variable& logits,
                               const Tensor& labels, const Spans& texts) {
  if (ctx.choices.empty()) return loss;
  const std::vector<double> judged = to_come(losses_of(ctx.host(logits.value()), labels), texts);
  const auto at = [&](size_t b, size_t t) { return judged[static_cast<size_t>(texts.begin[b]) + t]; };
  Variable total = loss;
  const nn::Steps steps(texts);
  const bool together = ctx.choices.size() == 1;
  check(together || static_cast<int64_t>(ctx.choices.size()) == steps.count(), "[reinforce] ",
        ctx.choices.size(), " choices: expected one, or one for each of ", steps.count(), " steps.");
  for (size_t t = 0; t < ctx.choices.size(); ++t) {
    std::vector<double> weights;
    for (int64_t i = 0; i < ctx.choices[t].size(0); ++i)
      weights.push_back(
          at(together ? static_cast<size_t>(i) : static_cast<size_t>(steps.texts().data<int32_t>()[i]), t));
    total = weighted(ctx, total, ctx.choices[t], weights);
  }
  return total;
}

}  // namespace heed
