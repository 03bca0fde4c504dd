// One piece of a text, as a tokenizer cuts it.
#pragma once

#include <cstdint>
#include <string>

namespace heed {

struct TextToken {
  std::string
      text;  // after normalisation: lower-cased where the tokenizer lower-cases, U+FFFD for invalid bytes
  int64_t start =
      0;  // bytes of the original text, [start, end): from the first to the last character that went
  int64_t end = 0;       // into the token, so a"b (the token ab) covers the quotation mark too
  bool special = false;  // written in the text as a special token of the tokenizer.json, for instance <pad>
  // What a text encoder adds: whether the vocabulary has it; which word it is a piece of, -1: of none; and of
  // two texts the one that `start` and `end` point into.
  bool known = true;
  int32_t word = -1;
  int32_t sequence = 0;
};

inline bool operator==(const TextToken& a, const TextToken& b) {
  return a.text == b.text && a.start == b.start && a.end == b.end && a.special == b.special;
}

}  // namespace heed
