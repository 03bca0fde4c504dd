#include "engine/session/training/inside/row_files.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace heed::session {

std::string csv_field(const std::string& text, Cells cells) {
  return delimited_field(cells == Cells::kForSpreadsheets ? spreadsheet_field(text) : text, ',');
}

std::string delimited_field(const std::string& text, char delimiter) {
  if (text.find_first_of(std::string("\"\r\n") + delimiter) == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string spreadsheet_field(const std::string& text) {
  constexpr std::string_view kBegins = "=+-@\t\r\n";
  if (text.empty() || kBegins.find(text[0]) == std::string_view::npos) return text;
  char* end = nullptr;
  const bool is_sign = text[0] == '+' || text[0] == '-';
  if (is_sign && text.find_first_not_of("+-.0123456789eE") == std::string::npos)
    if (std::strtod(text.c_str(), &end); end == text.c_str() + text.size()) return text;
  return "'" + text;
}

std::string tsv_field(const std::string& given, Cells cells) {
  std::string text = cells == Cells::kForSpreadsheets ? spreadsheet_field(given) : given;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  // The reader takes the quotes off a field that begins and ends with one.
  return text.rfind('"', 0) == 0 ? delimited_field(text, '\t') : text;
}

}  // namespace heed::session
