// The packed tables of tables.h and normal_tables.h, unpacked at their first use.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/text/unicode/tables.h"

namespace heed::unicode {

// Calls body(c, next) for each code point where something changes. They are stored as LEB128 gaps; `next` is
// the byte after one, and the body returns where the following gap begins.
template <class Body>
void for_changes(const PackedSet& packed, const Body& body) {
  char32_t at = 0, gap = 0;
  int shift = 0;
  for (size_t i = 0; i < packed.size;) {
    const uint8_t byte = packed.bytes[i++];
    gap |= static_cast<char32_t>(byte & 127) << shift;
    shift += 7;
    if (byte & 128) continue;
    at += gap;
    i = body(at, i);
    gap = 0;
    shift = 0;
  }
}

// A set: the code points where membership changes, ascending, beginning outside.
class CodePointSet {
 public:
  explicit CodePointSet(const PackedSet& packed) {
    for_changes(packed, [&](char32_t at, size_t next) {
      changes_.push_back(at);
      return next;
    });
  }
  bool contains(char32_t c) const {
    return (std::upper_bound(changes_.begin(), changes_.end(), c) - changes_.begin()) % 2 == 1;
  }

 private:
  std::vector<char32_t> changes_;
};

// A map: where values change, ascending, and the values from there on.
class CodePointMap {
 public:
  explicit CodePointMap(const PackedSet& packed) {
    for_changes(packed, [&](char32_t at, size_t next) {
      changes_.push_back(at);
      values_.push_back(packed.bytes[next]);
      return next + 1;
    });
  }
  uint8_t value(char32_t c) const {
    const auto change = std::upper_bound(changes_.begin(), changes_.end(), c);
    return change == changes_.begin() ? 0 : values_[static_cast<size_t>(change - changes_.begin()) - 1];
  }

 private:
  std::vector<char32_t> changes_;
  std::vector<uint8_t> values_;
};

}  // namespace heed::unicode
