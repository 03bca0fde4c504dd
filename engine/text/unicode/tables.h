// Tables generated from the Unicode Character Database by generate_tables.py; do not edit tables.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::unicode {

// `count` code points first, first + stride, …: each one's simple lower case is itself + delta.
struct LowerRun {
  uint32_t first;
  uint16_t count;
  uint16_t stride;
  int32_t delta;
};

extern const LowerRun kLowerRuns[];  // ascending, disjoint in code points
extern const size_t kLowerRunCount;

// A set of code points: the distances between the places where membership changes, beginning outside at 0,
// each a base-128 number, low digits first, the high bit set on all bytes of a number but its last.
struct PackedSet {
  const uint8_t* bytes;
  size_t size;
};

extern const PackedSet kLetterOrNumber;  // General_Category L*, N*
extern const PackedSet kCased;           // DerivedCoreProperties
extern const PackedSet kCaseIgnorable;

extern const PackedSet kPictographic;  // emoji-data.txt: Extended_Pictographic

// Word_Break of UAX #29 (auxiliary/WordBreakProperty.txt).
enum class WordBreak : uint8_t {
  kOther,
  kCR,
  kLF,
  kNewline,
  kExtend,
  kZWJ,
  kFormat,
  kRegionalIndicator,
  kKatakana,
  kHebrewLetter,
  kALetter,
  kMidLetter,
  kMidNum,
  kMidNumLet,
  kNumeric,
  kExtendNumLet,
  kWSegSpace,
  kSingleQuote,
  kDoubleQuote,
};

// Where it changes, beginning with kOther at 0: distances as above, each followed by a byte, the new value.
extern const PackedSet kWordBreaks;

}  // namespace heed::unicode
