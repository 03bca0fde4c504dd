// The distinct ones of many numbers 0 … bound - 1, ascending, and the place of each among them: a bit per
// number instead of a sort.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace heed {

class Distinct {
 public:
  Distinct(std::span<const int32_t> numbers, int64_t bound)
      : bits_(static_cast<size_t>(bound + 63) / 64), before_(bits_.size()) {
    for (int32_t n : numbers) bits_[static_cast<size_t>(n) / 64] |= uint64_t{1} << (n % 64);
    for (size_t w = 0; w < bits_.size(); ++w) {
      before_[w] = static_cast<int32_t>(values_.size());
      for (uint64_t rest = bits_[w]; rest != 0; rest &= rest - 1)
        values_.push_back(static_cast<int32_t>(64 * w) + std::countr_zero(rest));
    }
  }

  const std::vector<int32_t>& values() const { return values_; }
  // The place of one of the numbers.
  int32_t place(int32_t n) const {
    const size_t w = static_cast<size_t>(n) / 64;
    return before_[w] + std::popcount(bits_[w] & ((uint64_t{1} << (n % 64)) - 1));
  }

 private:
  std::vector<uint64_t> bits_;
  std::vector<int32_t> before_;  // how many distinct numbers are smaller than those of a word
  std::vector<int32_t> values_;
};

}  // namespace heed
