// Rows of fields with a delimiter between, as programs write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/data/rows.h"

namespace heed {

struct Dialect {
  char delimiter = ',';    // '\n': none, every line is one field
  bool backslash = false;  // \" stands for a quote in a quoted field, beside the usual ""
};

struct DelimitedRows {
  std::vector<Row> rows;
  std::vector<size_t> stray;  // lines with a field that begins with a quote and is not closed by one
  std::vector<size_t>
      not_alone;  // lines with a field that begins with a quoted part: it stays as it is written
};

inline constexpr const char* kStrayQuote =
    "a quote opens a field and nothing closes it; it is read as a part of the text";

// RFC 4180 as far as the file keeps to it: fields in double quotes may hold delimiters, line ends and doubled
// quotes, and may have spaces around the quotes. Blank lines give no row. A quote that nothing closes, or
// that only the beginning of another field closes, is a character like others.
DelimitedRows split_delimited(std::string_view text, const Dialect& dialect = {});

// The character that a first line "sep=;" names for Excel; '\0': there is no such line.
char delimiter_for_excel(std::string_view text);

// A table as read_csv() and read_tsv() take it: without Excel's first line, without comments above the
// header, and with a name for the row names of R.
struct DelimitedTable {
  std::vector<Row> rows;
  Dialect dialect;
  size_t width = 0;                  // fields of the first row, or of nearly all others
  std::vector<std::string> remarks;  // about quotes, and lines that were passed over
};

// `delimiter` as dialect_of() has it (delimiter.h).
DelimitedTable read_delimited(std::string_view text, const std::string& delimiter);

// Whether the row has more fields than the table, other than empty ones.
bool is_too_wide(const Row& row, size_t width);

}  // namespace heed
