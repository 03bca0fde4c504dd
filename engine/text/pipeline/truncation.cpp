#include "engine/text/pipeline/truncation.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace heed {
namespace {

void cut(std::vector<Piece>& pieces, size_t length, bool keeps_end) {
  if (pieces.size() <= length) return;
  if (keeps_end)
    pieces.erase(pieces.begin(), pieces.end() - static_cast<std::ptrdiff_t>(length));
  else
    pieces.resize(length);
}

// The longer of two texts gives way first; where both are long, each gets half.
void cut_longest(std::vector<TextPieces>& texts, size_t most, bool keeps_end) {
  std::vector<Piece>* shorter = &texts[0].pieces;
  std::vector<Piece>* longer = &texts[1].pieces;
  if (shorter->size() > longer->size()) std::swap(shorter, longer);
  size_t n1 = shorter->size();
  size_t n2 = n1 > most ? n1 : std::max(n1, most - n1);
  if (n1 + n2 > most) {
    n1 = most / 2;
    n2 = n1 + most % 2;
  }
  cut(*shorter, n1, keeps_end);
  cut(*longer, n2, keeps_end);
}

}  // namespace

Truncation read_truncation(const Part& part) {
  Truncation truncation;
  truncation.max_length = static_cast<size_t>(part.whole_number("max_length", 0, INT32_MAX));
  truncation.strategy =
      static_cast<Truncation::Strategy>(part.one_of("strategy", {"LongestFirst", "OnlyFirst", "OnlySecond"}));
  truncation.keeps_end = part.has("direction") && part.one_of("direction", {"Right", "Left"}) == 1;
  return truncation;
}

void truncate(std::vector<TextPieces>& texts, size_t added, const Truncation& truncation) {
  const size_t most = truncation.max_length - std::min(added, truncation.max_length);
  size_t total = 0;
  for (const TextPieces& text : texts) total += text.pieces.size();
  if (total <= most) return;
  if (truncation.strategy == Truncation::Strategy::kLongestFirst) {
    if (texts.size() == 1) return cut(texts[0].pieces, most, truncation.keeps_end);
    return cut_longest(texts, most, truncation.keeps_end);
  }
  const size_t which = truncation.strategy == Truncation::Strategy::kOnlyFirst ? 0 : 1;
  check(which < texts.size(), "[tokenizer] truncation is to cut the second text, and there is one.");
  std::vector<Piece>& pieces = texts[which].pieces;
  const size_t too_many = total - most;
  check(pieces.size() > too_many, "[tokenizer] truncation is to cut ", too_many, " pieces of the ",
        which == 0 ? "first" : "second", " text, which has ", pieces.size(), ".");
  cut(pieces, pieces.size() - too_many, truncation.keeps_end);
}

}  // namespace heed
