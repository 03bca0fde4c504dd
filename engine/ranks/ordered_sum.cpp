#include "engine/ranks/ordered_sum.h"

#include <algorithm>

namespace heed {

OrderedSum::OrderedSum(Ranks& ranks, int tag, std::span<float> numbers)
    : ranks_(ranks), tag_(2 * tag), numbers_(numbers) {
  const size_t own = part_of(ranks.rank()).size();
  theirs_.resize(own * static_cast<size_t>(ranks.size()));
  for (int r = 0; r < ranks.size(); ++r)
    if (r != ranks.rank())
      begin_receiving(r, tag_, std::span(theirs_).subspan(own * static_cast<size_t>(r), own));
  for (int r = 0; r < ranks.size(); ++r)
    if (r != ranks.rank()) begin_sending(r, tag_, part_of(r));
}

std::span<float> OrderedSum::part_of(int rank) const {
  const size_t n = numbers_.size(), ranks = static_cast<size_t>(ranks_.size()), r = static_cast<size_t>(rank);
  return numbers_.subspan(n * r / ranks, n * (r + 1) / ranks - n * r / ranks);
}

void OrderedSum::begin_receiving(int from, int tag, std::span<float> into) {
  if (!into.empty()) under_way_.push_back(ranks_.receive(from, tag, into.data(), into.size_bytes()));
}

void OrderedSum::begin_sending(int to, int tag, std::span<const float> numbers) {
  if (!numbers.empty()) under_way_.push_back(ranks_.send(to, tag, numbers.data(), numbers.size_bytes()));
}

bool OrderedSum::done(bool wait) {
  while (rounds_ < 2) {
    std::erase_if(under_way_, [&](const auto& message) { return message->done(wait); });
    if (!under_way_.empty()) return false;
    if (++rounds_ == 1) add_up();
  }
  return true;
}

void OrderedSum::add_up() {
  const std::span<float> own = part_of(ranks_.rank());
  const auto size = static_cast<size_t>(ranks_.size()), here = static_cast<size_t>(ranks_.rank());
  std::copy(own.begin(), own.end(), theirs_.begin() + static_cast<std::ptrdiff_t>(here * own.size()));
  std::copy_n(theirs_.begin(), own.size(), own.begin());
  for (size_t r = 1; r < size; ++r) {
    const float* theirs = theirs_.data() + r * own.size();
    for (size_t i = 0; i < own.size(); ++i) own[i] += theirs[i];
  }
  for (int r = 0; r < ranks_.size(); ++r) {
    if (r == ranks_.rank()) continue;
    begin_receiving(r, tag_ + 1, part_of(r));
    begin_sending(r, tag_ + 1, own);
  }
}

}  // namespace heed
