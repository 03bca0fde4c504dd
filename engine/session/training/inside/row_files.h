// Fields of rows as files have them. Not part of the session's door.
#pragma once

#include <string>

namespace heed::session {

// RFC 4180: in quotes, with quotes doubled, where it needs it.
std::string csv_field(const std::string& text);
std::string delimited_field(const std::string& text, char delimiter);  // the same with another one
std::string tsv_field(const std::string& text);                        // tabs and line ends become spaces

}  // namespace heed::session
