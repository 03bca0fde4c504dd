// Sums whose bits do not depend on who adds: neighbours are added in pairs, then neighbouring pairs, and so
// on. A process that has some terms in a row holds the sums of the largest blocks among them; pushed one
// after the other, the blocks of all processes come to the same sum as the terms themselves.
#pragma once

#include <utility>
#include <vector>

namespace heed {

template <class Sum>
class Pairwise {
 public:
  struct Block {
    int first, count;  // terms
    Sum sum;
  };

  // The block that comes after those before it. add(a, b): a += b.
  template <class Add>
  void push(Block next, const Add& add) {
    blocks_.push_back(std::move(next));
    while (are_twins()) join_last(add);
  }
  // After the last term: one block is left, or none.
  template <class Add>
  void join_all(const Add& add) {
    while (blocks_.size() > 1) join_last(add);
  }
  std::vector<Block>& blocks() { return blocks_; }

 private:
  // Whether the last two are the halves of a larger block.
  bool are_twins() const {
    if (blocks_.size() < 2) return false;
    const Block &a = blocks_[blocks_.size() - 2], &b = blocks_.back();
    return a.count == b.count && a.first % (2 * a.count) == 0;
  }
  template <class Add>
  void join_last(const Add& add) {
    Block& into = blocks_[blocks_.size() - 2];
    add(into.sum, blocks_.back().sum);
    into.count += blocks_.back().count;
    blocks_.pop_back();
  }

  std::vector<Block> blocks_;
};

}  // namespace heed
