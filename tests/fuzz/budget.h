// What one input may take of the processor: a slow one is a finding as a crash is. The memory's bounds are
// run.sh's.
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace heed::fuzz {

// Runs `read`. Where it was slow, twice more: tables are made at the first call, and other programs take
// from the processor's caches.
template <typename F>
void within_budget(F read) {
  constexpr double kMost = 0.2;  // seconds
  double least = 1e9;
  for (int i = 0; i < 3 && least > kMost; ++i) {
    const std::clock_t begun = std::clock();
    read();
    least = std::min(least, static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
  }
  if (least <= kMost) return;
  std::fprintf(stderr, "this input took %.3f s: expected at most %.1f\n", least, kMost);
  __builtin_trap();
}

}  // namespace heed::fuzz
