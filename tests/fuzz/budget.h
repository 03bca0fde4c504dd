// What one input may take of the processor: a slow one is a finding as a crash is. The memory's bounds are
// run.sh's.
#pragma once

#include <cstdio>
#include <ctime>

namespace heed::fuzz {

class Budget {
 public:
  ~Budget() {
    constexpr double kMost = 0.2;  // seconds
    const double taken = static_cast<double>(std::clock() - begun_) / CLOCKS_PER_SEC;
    if (taken <= kMost) return;
    std::fprintf(stderr, "this input took %.3f s: expected at most %.1f\n", taken, kMost);
    __builtin_trap();
  }

 private:
  std::clock_t begun_ = std::clock();
};

}  // namespace heed::fuzz
