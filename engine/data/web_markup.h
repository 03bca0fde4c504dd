// Removes remains of web pages from texts of AG News: entities without their ampersand (" #39;", "quot;"),
// tags ("&lt;b&gt;"), and backslashes for line ends.
#pragma once

#include <string>
#include <string_view>

namespace heed {

// Entities become their characters, with or without an ampersand, numbers 128 to 159 those of Windows-1252
// (quotation marks and dashes in ASCII, the rest a space); then a tag, and a backslash, become a space. A tag
// is a letter and letters or digits in angle brackets, with attributes or not: the ticker <TXN.N> is none.
std::string without_web_markup(std::string_view text);

}  // namespace heed
