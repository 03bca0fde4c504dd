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
};

inline bool operator==(const TextToken& a, const TextToken& b) {
  return a.text == b.text && a.start == b.start && a.end == b.end && a.special == b.special;
}

}  // namespace heed
