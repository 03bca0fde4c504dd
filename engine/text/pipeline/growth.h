// Bounds on what a tokenizer.json makes of a text: forty steps that double it are a message, not a full
// memory.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "engine/text/aligned_text.h"
#include "engine/text/pipeline/part.h"

namespace heed {

inline constexpr size_t kLongestSequence = 100;  // of a file's normalizer, of its pre-tokenizer and so on
inline constexpr size_t kLongestContent = 256;   // what is sought or written in a text
inline constexpr size_t kLongestMark = 64;       // what stands before or behind pieces
inline constexpr size_t kLongestPiece = 1000;    // sought at every place of a text

// Says whether a text has grown too much: every byte knows what it stands for, so the bound counts from the
// original, however many steps there were.
class Growth {
 public:
  // Messages begin with `where`, as Part::where() has it.
  explicit Growth(std::string where) : where_(std::move(where)) {}

  // Error when `now` bytes are too many for `text`.
  void expect(const AlignedText& text, size_t now) const {
    constexpr size_t kTimes = 32, kMore = 1024;  // NFKD makes eleven bytes of one, and ByteLevel two of each
    const AlignedText::Range original =
        text.size() == 0 ? AlignedText::Range{} : text.original(0, text.size());
    const size_t most = kMore + kTimes * static_cast<size_t>(original.end - original.start);
    if (now > most)
      fail(where_, " makes more than ", most, " bytes of a text of ", original.end - original.start,
           ": expected at most ", kTimes, " times as many, and ", kMore, " more.");
  }

 private:
  std::string where_;
};

}  // namespace heed
