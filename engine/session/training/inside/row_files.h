// Fields of rows as files have them. Not part of the session's door.
#pragma once

#include <string>

#include "engine/session/training/labelled.h"

namespace heed::session {

// csv_field() of labelled.h with another delimiter.
std::string delimited_field(const std::string& text, char delimiter);
// A text that a spreadsheet would calculate, since it begins with = + - @ or a control character, behind an
// apostrophe; numbers as they are.
std::string spreadsheet_field(const std::string& text);
// Tabs and line ends become spaces.
std::string tsv_field(const std::string& text, Cells cells = Cells::kAsTheyAre);

}  // namespace heed::session
