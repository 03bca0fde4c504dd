// Which character stands between the fields of a table.
#pragma once

#include <string>
#include <string_view>

namespace heed {

// ',', ';', a tab or '|': that by which the first rows have equally many fields, two or more. Of equals the
// one that tells the usual names of columns apart, then the first of these; ',' where none does. `asked` is
// a setting that says it: the character itself, "tab" or "\t"; empty: as it looks. UsageError for what is
// none.
char delimiter_of(std::string_view text, const std::string& asked = {});
std::string name_of_delimiter(char delimiter);  // "a comma", "a semicolon", "a tab", …

}  // namespace heed
