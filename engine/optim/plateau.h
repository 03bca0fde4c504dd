// The learning rate falls when the loss has stopped falling, as PyTorch's ReduceLROnPlateau decides it.
#pragma once

#include <algorithm>
#include <limits>

#include "engine/optim/schedule.h"

namespace heed {

class Plateau {
 public:
  // All that a checkpoint needs.
  struct State {
    double rate = 0;
    double best = std::numeric_limits<double>::infinity();
    int bad_epochs = 0;  // since the best one, or since the rate fell
    int resting = 0;     // epochs of the cooldown that are left
  };

  Plateau(const ScheduleOptions& options, double rate) : options_(options) { state_.rate = rate; }

  double rate() const { return state_.rate; }
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

  // After each epoch, with the loss that is watched.
  void epoch_ended(double loss) {
    const double wanted =
        options_.absolute ? state_.best - options_.threshold : state_.best * (1 - options_.threshold);
    if (loss < wanted) {
      state_.best = loss;
      state_.bad_epochs = 0;
    } else {
      ++state_.bad_epochs;
    }
    if (state_.resting > 0) {
      --state_.resting;
      state_.bad_epochs = 0;
    }
    if (state_.bad_epochs <= options_.patience) return;
    fall();
    state_.resting = options_.cooldown;
    state_.bad_epochs = 0;
  }

 private:
  void fall() {
    constexpr double kNoticeable = 1e-8;  // PyTorch's eps: smaller changes of the rate are not made
    const double lower = std::max(state_.rate * options_.factor, options_.minimum);
    if (state_.rate - lower > kNoticeable) state_.rate = lower;
  }

  ScheduleOptions options_;
  State state_;
};

}  // namespace heed
