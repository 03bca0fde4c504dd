// Which character stands between the fields of a table, and how quotes are written in it.
#pragma once

#include <string>
#include <string_view>

#include "engine/data/delimited.h"

namespace heed {

// ',', ';', a tab or '|': the one by which the first row has the usual names for text and label, and by which
// the other rows have as many fields as the first, two or more. Of equals the first of these; ',' where none
// does, and none at all where the file is one column of texts. A first line "sep=;" decides. `asked` is a
// setting that says it: the character itself, "tab" or "\t"; empty: as it looks. UsageError for what is none.
Dialect dialect_of(std::string_view text, const std::string& asked = {});
std::string name_of_delimiter(char delimiter);  // "a comma", "a semicolon", "a tab", …

// Whether the rows agree on a delimiter so well that the text is a table, whatever its name ends in.
bool looks_like_table(std::string_view text);

}  // namespace heed
