// How programs read JSON, parse_json() and json_or_discarded() within bounds, and how they write a line of
// it.
#pragma once

#include <string>

#include "engine/base/json_parse.h"

namespace heed::session {

// One line, in which a terminal finds nothing to obey: control characters and those that turn the direction
// of text stand as \u…, which is the same JSON. What is no UTF-8 becomes U+FFFD.
std::string json_line_of(const nlohmann::json& value);
std::string json_line_of(const nlohmann::ordered_json& value);

// DEL, U+0080 to U+009F, line separators, and marks, embeddings, overrides and isolates of direction.
bool is_unseen_control(char32_t c);

}  // namespace heed::session
