// The packed tables of tables.h and normal_tables.h, unpacked at their first use.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/text/unicode/tables.h"

namespace heed::unicode {

// A set: the code points where membership changes, ascending, beginning outside.
class CodePointSet {
 public:
  explicit CodePointSet(const PackedSet& packed) {
    char32_t at = 0, digits = 0;
    int shift = 0;
    for (size_t i = 0; i < packed.size; ++i) {
      digits |= static_cast<char32_t>(packed.bytes[i] & 127) << shift;
      shift += 7;
      if (packed.bytes[i] & 128) continue;
      at += digits;
      changes_.push_back(at);
      digits = 0;
      shift = 0;
    }
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
    char32_t at = 0, digits = 0;
    int shift = 0;
    for (size_t i = 0; i < packed.size; ++i) {
      digits |= static_cast<char32_t>(packed.bytes[i] & 127) << shift;
      shift += 7;
      if (packed.bytes[i] & 128) continue;
      at += digits;
      changes_.push_back(at);
      values_.push_back(packed.bytes[++i]);
      digits = 0;
      shift = 0;
    }
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
