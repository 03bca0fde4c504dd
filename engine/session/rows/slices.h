// Rows with something in common, and how well a classifier does on them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/rows/judged_rows.h"

namespace heed::session {

struct Slice {
  std::string by, name;  // "tokens", "6 to 10"
  std::vector<size_t> rows;
  int64_t right = 0;

  double accuracy() const { return static_cast<double>(right) / static_cast<double>(rows.size()); }
};

// By class, by length, by unknown words, and with and without each of `words` (whole, in any case of ASCII
// letters); slices that hold no row are left out.
std::vector<Slice> slices_in(const JudgedRows& rows, const std::vector<std::string>& words);

// [{"by", "slice", "n", "accuracy"}, …]
nlohmann::json slices_of(const JudgedRows& rows, const std::vector<std::string>& words);

}  // namespace heed::session
