// "truncation" of a tokenizer.json: at most so many pieces, special tokens counted.
#pragma once

#include <cstddef>

#include "engine/text/pipeline/post_processors.h"

namespace heed {

struct Truncation {
  enum class Strategy { kLongestFirst, kOnlyFirst, kOnlySecond };  // what is cut of two texts

  size_t max_length = 512;
  Strategy strategy = Strategy::kLongestFirst;
  bool keeps_end = false;  // direction Left
};

Truncation read_truncation(const Part& part);

// Cuts one text or two, so that they and `added` special tokens are at most max_length. Error where the
// strategy cannot do that.
void truncate(std::vector<TextPieces>& texts, size_t added, const Truncation& truncation);

}  // namespace heed
