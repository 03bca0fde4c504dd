#include "engine/ranks/tree_sum.h"

#include <algorithm>

namespace heed {

PartRange parts_of_rank(int parts, int ranks, int rank) {
  const auto begin = [&](int64_t r) { return static_cast<int>((parts * r + ranks - 1) / ranks); };
  return {begin(rank), begin(rank + 1)};
}

std::vector<Pairwise<std::monostate>::Block> blocks_of_rank(int parts, int ranks, int rank) {
  Pairwise<std::monostate> tree;
  const PartRange range = parts_of_rank(parts, ranks, rank);
  for (int part = range.first; part < range.end; ++part)
    tree.push({part, 1, {}}, [](std::monostate, std::monostate) {});
  return tree.blocks();
}

TreeSum::TreeSum(Ranks& ranks, int tag, int parts, float* rows, size_t count)
    : ranks_(ranks), tag_(2 * tag), parts_(parts), rows_(rows), count_(count) {
  const size_t own = share_of(ranks.rank()).size();
  size_t blocks = 0;
  for (int r = 0; r < ranks.size(); ++r)
    if (r != ranks.rank()) blocks += blocks_of(r);
  theirs_.resize(own * blocks);
  float* into = theirs_.data();
  for (int r = 0; r < ranks.size(); ++r) {
    if (r == ranks.rank()) continue;
    for (size_t b = 0; b < blocks_of(r); ++b, into += own) begin_receiving(r, tag_, {into, own});
    for (size_t b = 0; b < blocks_of(ranks.rank()); ++b) begin_sending(r, tag_, share_of(r, b));
  }
}

size_t TreeSum::blocks_of(int rank) const {
  return blocks_of_rank(parts_, ranks_.size(), rank).size();
}

std::span<float> TreeSum::share_of(int rank, size_t row) const {
  const size_t ranks = static_cast<size_t>(ranks_.size()), r = static_cast<size_t>(rank);
  const size_t begin = count_ * r / ranks, end = count_ * (r + 1) / ranks;
  return {rows_ + row * count_ + begin, end - begin};
}

void TreeSum::begin_receiving(int from, int tag, std::span<float> into) {
  if (!into.empty()) under_way_.push_back(ranks_.receive(from, tag, into.data(), into.size_bytes()));
}

void TreeSum::begin_sending(int to, int tag, std::span<const float> numbers) {
  if (!numbers.empty()) under_way_.push_back(ranks_.send(to, tag, numbers.data(), numbers.size_bytes()));
}

bool TreeSum::done(bool wait) {
  while (rounds_ < 2) {
    std::erase_if(under_way_, [&](const auto& message) { return message->done(wait); });
    if (!under_way_.empty()) return false;
    if (++rounds_ == 1) add_up();
  }
  return true;
}

void TreeSum::add_up() {
  const int here = ranks_.rank();
  const std::span<float> own = share_of(here);
  const auto add = [&](float* a, const float* b) {
    for (size_t i = 0; i < own.size(); ++i) a[i] += b[i];
  };
  Pairwise<float*> tree;
  float* theirs = theirs_.data();
  for (int r = 0; r < ranks_.size(); ++r) {
    size_t row = 0;
    for (const auto& block : blocks_of_rank(parts_, ranks_.size(), r)) {
      float* at = r == here ? share_of(here, row++).data() : theirs;
      if (r != here) theirs += own.size();
      tree.push({block.first, block.count, at}, add);
    }
  }
  tree.join_all(add);
  if (const float* sum = tree.blocks().front().sum; sum != own.data())
    std::copy_n(sum, own.size(), own.data());
  for (int r = 0; r < ranks_.size(); ++r) {
    if (r == here) continue;
    begin_receiving(r, tag_ + 1, share_of(r));
    begin_sending(r, tag_ + 1, own);
  }
}

}  // namespace heed
