// Steps on a device that computes ahead of the host: asking for each step's loss would make both wait for
// each other, and small models would do nothing else.
#include <cmath>

#include "engine/train/fit.h"

namespace heed {
namespace {

constexpr int64_t kAhead = 16;  // steps; after a number that is not finite they change no weight

}  // namespace

void Fit::step_ahead(const Batch& chosen) {
  if (!numbers_.defined()) {
    numbers_ = Tensor({kAhead, 3}, DType::kFloat64, *device_.memory);
    halted_ = on_device(device_, Tensor::of<int32_t>({1}, {0}), *device_.memory);
  }
  const Pass done = pass(chosen, false);
  const auto place = static_cast<int64_t>(pending_.size());
  const Tensor labels = Tensor::of<int32_t>({static_cast<int64_t>(done.labels.size())}, done.labels);
  const double rate_now = rate();
  optimizer_.step_ahead(rate_now, {done.loss, done.logits, on_device(device_, labels, arena_), options_.clip,
                                   numbers_.rows(place, 1), halted_});
  pending_.push_back({state_.step, state_.in_epoch, done.tokens, rate_now});
  if (place + 1 == kAhead || state_.in_epoch + 1 == steps_per_epoch()) settle();
}

void Fit::settle() {
  const Tensor numbers = on_host(device_, numbers_);
  const double* row = numbers.data<double>();
  const std::vector<Pending> settled = std::exchange(pending_, {});
  for (const Pending& step : settled) {
    const Batch& chosen = batches_[static_cast<size_t>(step.in_epoch)];
    last_ = {row[0], row[1], step.tokens, static_cast<int64_t>(row[2]), step.rate};
    if (!std::isfinite(row[0]) || !std::isfinite(row[1])) {
      state_.step = step.step;
      arena_.reset();
      hunt_nan(chosen, last_);
    }
    count(last_, chosen.size());
    row += 3;
  }
}

}  // namespace heed
