// Which of two ways to compute the same is quicker where this runs: both are timed in turn, and then the
// quicker one stays. What comes out is the same, whoever wins.
#pragma once

#include <cstdint>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

class Race {
 public:
  // 0 or 1: the way to go now.
  int way() const { return runs_ < kWarm + kTimed ? runs_ % 2 : winner_; }

  // It took so long for so much work. The first runs do not count: code is still being compiled. The first
  // way is left only for one that is clearly quicker.
  void ran(double seconds, int64_t work) {
    const int way = this->way();
    if (runs_ == kWarm + kTimed) return;
    if (runs_++ < kWarm) return;
    seconds_[way] += seconds;
    work_[way] += static_cast<double>(work);
    if (runs_ == kWarm + kTimed) winner_ = seconds_[1] * work_[0] < 0.9 * seconds_[0] * work_[1];
  }

 private:
  static constexpr int kWarm = 16, kTimed = 24;
  int runs_ = 0, winner_ = 0;
  double seconds_[2] = {}, work_[2] = {};
};

HEED_END_KERNELS
