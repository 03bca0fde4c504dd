// The sum of a buffer over all parts of a step, number by number and by one tree (ranks/pairwise.h), so that
// every rank gets the same bits in every run, whatever the number of ranks. Each rank adds up one share of
// the buffer and hands it to the others (a reduce-scatter, then an all-gather: Thakur et al. 2005, section
// 4.4).
#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "engine/ranks/pairwise.h"
#include "engine/ranks/ranks.h"

namespace heed {

// The parts that a rank computes: from the first to before the second. Rank 0 has one of them at least.
struct PartRange {
  int first, end;
};
PartRange parts_of_rank(int parts, int ranks, int rank);

// The largest blocks of a tree over `parts` among a rank's own: first part and count.
std::vector<Pairwise<std::monostate>::Block> blocks_of_rank(int parts, int ranks, int rank);

class TreeSum {
 public:
  // Begins. `rows` holds the sums of this rank's blocks, each of `count` numbers, one block after the other.
  // The sum of all goes into the first row, which is there even if the rank has no block. The numbers must
  // stay where they are, and as they are, until it is done. All ranks must begin it, with the same `parts`
  // and `count` and the same `tag`, which is above 0 and no other sum's meanwhile.
  TreeSum(Ranks& ranks, int tag, int parts, float* rows, size_t count);

  // Goes on with what has arrived. Ranks that wait for several sums wait for them in one order.
  bool done(bool wait);

 private:
  std::span<float> share_of(int rank, size_t row = 0) const;
  size_t blocks_of(int rank) const;
  void add_up();
  void begin_receiving(int from, int tag, std::span<float> into);
  void begin_sending(int to, int tag, std::span<const float> numbers);

  Ranks& ranks_;
  int tag_, parts_;
  float* rows_;
  size_t count_;
  std::vector<float> theirs_;  // own share, of each block of the other ranks
  std::vector<std::unique_ptr<Ranks::Message>> under_way_;
  int rounds_ = 0;  // done, of two
};

}  // namespace heed
