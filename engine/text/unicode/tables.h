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
extern const PackedSet kMark;            // General_Category M*
extern const PackedSet kCased;           // DerivedCoreProperties
extern const PackedSet kCaseIgnorable;

}  // namespace heed::unicode
