// The sum of a buffer over all ranks, number by number and in the order of the ranks: ((x₀ + x₁) + x₂) + …,
// so that every rank gets the same bits in every run. Each rank adds up one part of the buffer and hands it
// to the others (a reduce-scatter, then an all-gather: Thakur et al. 2005, section 4.4).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/ranks/ranks.h"

namespace heed {

class OrderedSum {
 public:
  // Begins; the numbers must stay where they are, and as they are, until it is done. All ranks must begin it,
  // with as many numbers and the same `tag`, which is above 0 and no other sum's meanwhile.
  OrderedSum(Ranks& ranks, int tag, std::span<float> numbers);

  // Goes on with what has arrived. Ranks that wait for several sums wait for them in one order.
  bool done(bool wait);

 private:
  std::span<float> part_of(int rank) const;
  void add_up();
  void begin_receiving(int from, int tag, std::span<float> into);
  void begin_sending(int to, int tag, std::span<const float> numbers);

  Ranks& ranks_;
  int tag_;
  std::span<float> numbers_;
  std::vector<float> theirs_;  // own part, of each rank
  std::vector<std::unique_ptr<Ranks::Message>> under_way_;
  int rounds_ = 0;  // done, of two
};

}  // namespace heed
