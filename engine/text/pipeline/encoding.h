// What a tokenizer makes of a text: pieces, in order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed {

struct Piece {
  int32_t id = 0;
  std::string text;   // as the vocabulary has it; of an unknown piece, the normalized text
  int64_t start = 0;  // bytes of the original text, [start, end); empty for what was not in the text
  int64_t end = 0;
  int32_t word = -1;     // counted from 0 in each text; -1: a special token, which belongs to no word
  int32_t type_id = 0;   // which of two texts, as the model is told
  int32_t sequence = 0;  // which of two texts `start` and `end` point into
  bool known = true;
  bool special = false;
};

struct Encoding {
  std::vector<Piece> pieces;
  int64_t total = 0;  // pieces before truncation
};

}  // namespace heed
