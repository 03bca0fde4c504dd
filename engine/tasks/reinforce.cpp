#include "engine/tasks/reinforce.h"

#include <cmath>

#include "engine/autograd/ops.h"

namespace heed {
namespace {

// (loss_b - mean loss of the others) / B, loss_b = -log softmax(logits_b)[label_b].
template <class T>
Tensor advantages(const Tensor& logits, const Tensor& labels) {
  const int64_t B = logits.size(0), C = logits.size(1);
  std::vector<T> losses;
  T sum = 0;
  for (int64_t b = 0; b < B; ++b) {
    const T* row = logits.data<T>() + b * C;
    T most = row[0], total = 0;
    for (int64_t c = 1; c < C; ++c) most = std::max(most, row[c]);
    for (int64_t c = 0; c < C; ++c) total += std::exp(row[c] - most);
    losses.push_back(std::log(total) + most - row[labels.data<int32_t>()[b]]);
    sum += losses.back();
  }
  for (T& loss : losses)  // one sentence alone has nothing to be better than
    loss = B > 1 ? (loss - (sum - loss) / static_cast<T>(B - 1)) / static_cast<T>(B) : T(0);
  return Tensor::of<T>({B}, losses);
}

}  // namespace

Variable with_choices(Context& ctx, const Variable& loss, const Variable& logits, const Tensor& labels) {
  if (ctx.choices.empty()) return loss;
  const Tensor scores = ctx.host(logits.value());
  const Tensor weights = logits.dtype() == DType::kFloat64 ? advantages<double>(scores, labels)
                                                           : advantages<float>(scores, labels);
  Variable total = loss;
  for (const Variable& log_likelihood : ctx.choices)
    total = add(ctx, total, weighted_sum(ctx, log_likelihood, weights));
  return total;
}

}  // namespace heed
