// The one way in which Heed reads JSON: bounded in depth, in values and in bytes, in time that grows with the
// text alone. Messages say which bound was passed.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/base/file.h"

namespace heed {

struct JsonBounds {
  int depth = 200;               // writing, copying and comparing values are recursive
  size_t values = 20'000'000;    // an empty object of two bytes takes about a hundred in memory
  size_t bytes = kLongestText;   // of the text
  bool last_key_counts = false;  // of two equal keys; else they are an Error
};

// Error "[file] is not JSON: <where and why>", also for text that is not UTF-8, for a key given twice, and
// beyond the bounds.
nlohmann::json parse_json(std::string_view bytes, const std::string& file, const JsonBounds& bounds = {});

// `is_discarded()` instead of the Error, for text that may be something else than JSON. The last of two equal
// keys counts.
nlohmann::json json_or_discarded(std::string_view bytes, JsonBounds bounds = {});
// The same with keys in the order of the text: for a row of a table, since finding a key takes as long as
// there are keys.
nlohmann::ordered_json ordered_row_or_discarded(std::string_view bytes);

}  // namespace heed
