#include "engine/data/delimiter.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/data/columns.h"

namespace heed {
namespace {

constexpr char kDelimiters[] = {',', ';', '\t', '|'};
constexpr size_t kBytesSeen = 1 << 15, kRowsSeen = 200;

// The text up to the end of a line, where it is long.
std::string_view beginning(std::string_view text) {
  if (text.size() <= kBytesSeen) return text;
  const size_t end = text.rfind('\n', kBytesSeen);
  return text.substr(0, end == std::string_view::npos ? kBytesSeen : end);
}

struct Fit {
  int names = 0;         // of text and label, those that the first row has
  double agreement = 0;  // share of the other rows with as many fields as the first, which has two or more
  bool prose = false;    // a space follows the delimiter more often than not, as behind a comma in a sentence
  size_t odd_quotes = 0, rows = 0;

  double value() const { return names + agreement - (prose ? 0.2 : 0); }
};

size_t fields_in(const Row& row) {
  const size_t n = row.fields.size();
  return n > 1 && row.fields.back().empty() ? n - 1 : n;  // a delimiter at the end of a line
}

Fit fit_of(std::string_view text, const Dialect& dialect) {
  DelimitedRows split = split_delimited(text, dialect);
  std::vector<Row>& rows = split.rows;
  if (rows.size() > kRowsSeen) rows.resize(kRowsSeen);
  Fit fit;
  if (rows.empty() || rows[0].fields.size() < 2) return fit;
  const size_t width = fields_in(rows[0]), full_width = rows[0].fields.size();
  size_t agree = 0, spaced = 0, fields = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const size_t n = rows[i].fields.size();
    agree += n == full_width || n == full_width + 1 || fields_in(rows[i]) == width ? 1 : 0;
    for (size_t f = 1; f < n; ++f) spaced += rows[i].fields[f].rfind(' ', 0) == 0 ? 1 : 0;
    fields += n - 1;
  }
  fit.names = (position_of(usual_text_names(), rows[0].fields) ? 1 : 0) +
              (position_of(usual_label_names(), rows[0].fields) ? 1 : 0);
  fit.agreement =
      rows.size() == 1 ? 1 : static_cast<double>(agree - 1) / static_cast<double>(rows.size() - 1);
  fit.rows = rows.size();
  fit.prose = 2 * spaced > fields;
  fit.odd_quotes = split.stray.size() + split.not_alone.size();
  return fit;
}

char delimiter_named(const std::string& name) {
  if (name == "tab" || name == "\\t") return '\t';
  if (name.size() != 1 || name == "\"" || name == "\n" || name == "\r")
    fail<UsageError>("[data] the delimiter \"", name, "\" is none: expected one character, or tab.");
  return name[0];
}

// One column: its name stands alone in the first line.
bool is_one_column(std::string_view text) {
  std::string first(text.substr(0, text.find('\n')));
  first.erase(std::remove_if(first.begin(), first.end(), [](char c) { return c == '"' || c == '\r'; }),
              first.end());
  return position_of(usual_text_names(), {first}).has_value();
}

char best_delimiter(std::string_view seen, Fit& best_fit) {
  char best = ',';
  best_fit = fit_of(seen, {best});
  for (const char delimiter : kDelimiters)
    if (const Fit other = fit_of(seen, {delimiter}); other.value() > best_fit.value()) {
      best = delimiter;
      best_fit = other;
    }
  return best;
}

// R, MySQL and scripts write \" for a quote: it is read so where fields come out whole then.
bool escapes_by_backslash(std::string_view seen, char delimiter) {
  if (seen.find("\\\"") == std::string_view::npos) return false;
  const Fit usual = fit_of(seen, {delimiter, false}), escaped = fit_of(seen, {delimiter, true});
  return escaped.agreement > usual.agreement ||
         (escaped.agreement == usual.agreement && escaped.odd_quotes < usual.odd_quotes);
}

}  // namespace

Dialect dialect_of(std::string_view text, const std::string& asked) {
  const std::string_view seen = beginning(text);
  Dialect dialect;
  Fit fit;
  if (!asked.empty())
    dialect.delimiter = delimiter_named(asked);
  else if (const char said = delimiter_for_excel(text); said != '\0')
    dialect.delimiter = said;
  else if (is_one_column(seen))
    dialect.delimiter = '\n';
  else
    dialect.delimiter = best_delimiter(seen, fit);
  dialect.backslash = escapes_by_backslash(seen, dialect.delimiter);
  return dialect;
}

std::string name_of_delimiter(char delimiter) {
  if (delimiter == ',') return "a comma";
  if (delimiter == ';') return "a semicolon";
  if (delimiter == '\t') return "a tab";
  if (delimiter == '\n') return "nothing";
  return std::string("\"") + delimiter + "\"";
}

bool looks_like_table(std::string_view text) {
  const std::string_view seen = beginning(text);
  if (delimiter_for_excel(text) != '\0') return true;
  Fit fit;
  const char delimiter = best_delimiter(seen, fit);
  return fit.names == 2 || (delimiter != ',' && fit.rows > 1 && fit.agreement >= 0.95 && !fit.prose);
}

}  // namespace heed
