#include "engine/data/delimited.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/data/delimiter.h"

namespace heed {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

class Splitter {
 public:
  Splitter(std::string_view text, const Dialect& dialect) : text_(text), dialect_(dialect) {}

  DelimitedRows all() {
    size_t line = 1, width = 0, number = 0;
    for (size_t at = 0; at < text_.size(); ++at) {
      size_t end = at;
      Row row = read_row(end, line, true);
      if (spans_lines(at, end) && width > 0) prefer_line(at, end, width, row);
      at = end;
      row.number = ++number;
      if (width == 0) width = row.fields.size();
      note(row.line);
      line += 1 + lines_in(row_begin_, at);
      if (row.fields.size() > 1 || !row.fields[0].empty()) rows_.rows.push_back(std::move(row));
    }
    return std::move(rows_);
  }

 private:
  bool ends(size_t at) const {
    return at >= text_.size() || text_[at] == dialect_.delimiter || text_[at] == '\n';
  }
  size_t lines_in(size_t from, size_t to) const {
    return static_cast<size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(from),
                                          text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
  }
  bool spans_lines(size_t from, size_t to) const {
    return text_.substr(from, to - from).find('\n') != kNowhere;
  }

  // From `at` on, which is left on the line end. Without `quotes` every quote is a character like others.
  Row read_row(size_t& at, size_t line, bool quotes) {
    row_begin_ = at;
    stray_ = not_alone_ = false;
    Row row{line, {}};
    for (;; ++at) {
      row.fields.push_back(quotes ? read_field(at) : read_bare(at, false));
      if (at >= text_.size() || text_[at] == '\n') break;
    }
    std::string& last = row.fields.back();
    while (!last.empty() && last.back() == '\r') last.pop_back();
    return row;
  }

  // A row over several lines, of which the first alone would do: a quote was open by mistake where the whole
  // has another number of fields, or where tabs stand in it.
  void prefer_line(size_t at, size_t& end, size_t width, Row& row) {
    size_t other_end = at;
    const bool stray = stray_, not_alone = not_alone_;
    Row line = read_row(other_end, row.line, false);
    if (line.fields.size() == width && (row.fields.size() != width || dialect_.delimiter == '\t')) {
      row = std::move(line);
      end = other_end;
      stray_ = true;
    } else {
      stray_ = stray;
      not_alone_ = not_alone;
    }
  }

  std::string read_field(size_t& at) {
    size_t open = at;
    while (dialect_.delimiter != '\t' && open < text_.size() && text_[open] == ' ') ++open;
    if (open >= text_.size() || text_[open] != '"') return read_bare(at, false);
    std::string field;
    if (const size_t end = read_quoted(open + 1, field); end != kNowhere) {
      at = end;
      return field;
    }
    const size_t begin = at;
    if (closed_within_line(open + 1)) {
      not_alone_ = true;
      if (dialect_.delimiter == '\t') return read_bare(at, false);
      field = read_bare(at, true);
      if (!in_quotes_) return field;
      at = begin;
    } else {
      stray_ = true;
    }
    return read_bare(at, false);
  }

  // What stands between quotes, from behind the first on: where the delimiter or line end behind the second
  // is. kNowhere: there is none, or more of the field behind it.
  size_t read_quoted(size_t at, std::string& field) const {
    bool inner = false;  // in quotes that are not doubled: "He said "no, thanks" to me"
    for (; at < text_.size(); ++at) {
      const bool before_quote = at + 1 < text_.size() && text_[at + 1] == '"';
      if (before_quote && (text_[at] == '"' || (dialect_.backslash && text_[at] == '\\')))
        field += text_[++at];
      else if (text_[at] != '"')
        field += text_[at];
      else if (const size_t behind = behind_quote(at + 1); behind != kNowhere && !inner)
        return behind;
      else if (!inner && !opens(at))
        return kNowhere;
      else
        field += '"', inner = !inner;
    }
    return kNowhere;
  }

  // Past spaces and a carriage return to the end of a field; kNowhere: something else is there.
  size_t behind_quote(size_t at) const {
    while (at < text_.size() && text_[at] == ' ' && dialect_.delimiter != ' ') ++at;
    while (at < text_.size() && text_[at] == '\r') ++at;
    return ends(at) ? at : kNowhere;
  }

  // An undoubled quote within a line before a word, and another behind one.
  bool opens(size_t at) const {
    if (at == 0 || text_[at - 1] != ' ' || at + 1 >= text_.size() || text_[at + 1] == ' ') return false;
    for (size_t i = at + 1; i < text_.size() && text_[i] != '\n'; ++i)
      if (text_[i] == '"') return text_[i - 1] != ' ' && !ends(i + 1);
    return false;
  }

  bool closed_within_line(size_t at) const {
    while (at < text_.size() && text_[at] != '\n' && text_[at] != '"') ++at;
    return at < text_.size() && text_[at] == '"';
  }

  // As it is written; `keep` keeps delimiters between quotes together.
  std::string read_bare(size_t& at, bool keep) {
    const size_t begin = at;
    for (in_quotes_ = false; at < text_.size() && text_[at] != '\n'; ++at) {
      if (keep && text_[at] == '"') in_quotes_ = !in_quotes_;
      if (text_[at] == dialect_.delimiter && !in_quotes_) break;
    }
    return std::string(text_.substr(begin, at - begin));
  }

  void note(size_t line) {
    if (stray_) rows_.stray.push_back(line);
    if (not_alone_) rows_.not_alone.push_back(line);
  }

  std::string_view text_;
  Dialect dialect_;
  DelimitedRows rows_;
  size_t row_begin_ = 0;
  bool stray_ = false, not_alone_ = false, in_quotes_ = false;
};

size_t usual_width(const std::vector<Row>& rows) {
  std::map<size_t, size_t> counts;
  for (size_t i = 1; i < rows.size(); ++i) ++counts[rows[i].fields.size()];
  const auto usual = std::max_element(counts.begin(), counts.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  const bool nearly_all = usual != counts.end() && 10 * usual->second >= 9 * (rows.size() - 1);
  return nearly_all ? std::max(usual->first, rows[0].fields.size()) : rows[0].fields.size();
}

// R writes the names of the rows first, and none above them: all others have a field more than the first row,
// and no two begin alike.
bool has_row_names(const std::vector<Row>& rows) {
  std::set<std::string> names;
  for (size_t i = 1; i < rows.size(); ++i) {
    const std::string& name = rows[i].fields[0];
    if (rows[i].fields.size() != rows[0].fields.size() + 1 || name.find(' ') != kNowhere ||
        !names.insert(name).second)
      return false;
  }
  return rows.size() > 1;
}

void drop_comments(DelimitedTable& table) {
  std::vector<size_t> lines;
  std::vector<Row>& rows = table.rows;
  const size_t width = rows.back().fields.size();
  for (const Row& row : rows) {
    if (row.fields[0].rfind('#', 0) != 0 || row.fields.size() == width) break;
    lines.push_back(row.line);
  }
  if (lines.empty()) return;
  table.remarks.push_back(line_list(lines) + ": comments above the table are not read.");
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(lines.size()));
}

}  // namespace

DelimitedRows split_delimited(std::string_view text, const Dialect& dialect) {
  return Splitter(text, dialect).all();
}

char delimiter_for_excel(std::string_view text) {
  if (text.substr(0, 1) == "\"") text.remove_prefix(1);
  if (text.substr(0, 4) != "sep=" || text.size() < 5) return '\0';
  const size_t end = text.find_first_of("\"\r\n", 4);
  return end == 5 || (end == kNowhere && text.size() == 5) ? text[4] : '\0';
}

DelimitedTable read_delimited(std::string_view text, const std::string& delimiter) {
  DelimitedTable table;
  table.dialect = dialect_of(text, delimiter);
  DelimitedRows split = split_delimited(text, table.dialect);
  table.rows = std::move(split.rows);
  if (delimiter_for_excel(text) != '\0' && !table.rows.empty()) {
    table.rows.erase(table.rows.begin());
    for (Row& row : table.rows) --row.number;  // Excel does not show that line
  }
  if (!split.stray.empty()) table.remarks.push_back(line_list(split.stray) + ": " + kStrayQuote + ".");
  if (table.rows.empty()) return table;
  drop_comments(table);
  if (has_row_names(table.rows)) table.rows[0].fields.insert(table.rows[0].fields.begin(), "row");
  table.width = usual_width(table.rows);
  return table;
}

bool is_too_wide(const Row& row, size_t width) {
  for (size_t i = width; i < row.fields.size(); ++i)
    if (row.fields[i].find_first_not_of(" \t\r") != kNowhere) return true;
  return false;
}

}  // namespace heed
