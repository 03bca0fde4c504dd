// Files that hold no rows of text, told by their first bytes.
#pragma once

#include <string>
#include <string_view>

namespace heed {

// What the bytes are, and what to do: "is an Excel workbook: …"; "" for text.
std::string foreign_kind(std::string_view bytes);

}  // namespace heed
