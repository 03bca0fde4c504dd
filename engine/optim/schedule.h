// The learning rate over the course of a training: rate(step) = base · factor(step).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "engine/base/error.h"

namespace heed {

struct Schedule {
  std::string name = "constant";  // "constant", "linear" or "cosine", both down to 0 at the last step
  int64_t warmup = 0;             // steps of a linear rise at the start
  int64_t steps = 0;              // in all

  // Factor for step 0 … steps - 1.
  double factor(int64_t step) const {
    if (step < warmup) return static_cast<double>(step + 1) / static_cast<double>(warmup);
    const double done =
        static_cast<double>(step - warmup) / static_cast<double>(std::max<int64_t>(1, steps - warmup));
    if (name == "linear") return std::max(0.0, 1 - done);
    if (name == "cosine") return 0.5 * (1 + std::cos(M_PI * std::min(1.0, done)));
    return 1;
  }

  void validate(const std::string& file) const {
    if (name != "constant" && name != "linear" && name != "cosine")
      fail<UsageError>("[", file, "] the schedule \"", name,
                       "\" is unknown: expected constant, linear or cosine.");
  }
};

}  // namespace heed
