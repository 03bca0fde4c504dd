#include "engine/data/columns.h"

#include <algorithm>
#include <map>

#include "engine/base/error.h"
#include "engine/base/names.h"

namespace heed {
namespace {

using Names = std::vector<std::string>;

size_t column_asked(const std::string& asked, const Names& header, bool has_header, const std::string& path) {
  if (has_header)
    if (auto place = position_of({lower_ascii(asked)}, header)) return *place;
  if (auto number = column_number(asked)) return *number;
  fail("[", path, "] has no column \"", asked,
       "\": ", has_header ? "its header names " + listed(header) : "it has no header",
       "; a number counts from 1.");
}

// A first row is a header when columns are asked for by name, or when it holds the usual names.
bool looks_like_header(const Names& first, const ReadOptions& options) {
  Names asked = options.text_columns;
  asked.push_back(options.label_column);
  for (const std::string& name : asked)
    if (!name.empty() && (position_of({lower_ascii(name)}, first) || !column_number(name))) return true;
  return position_of(usual_text_names(), first) && position_of(usual_label_names(), first);
}

}  // namespace

std::optional<size_t> column_number(const std::string& asked) {
  if (asked.empty() || asked.size() > 6 || asked.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  const size_t number = std::stoul(asked);
  return number == 0 ? std::nullopt : std::optional<size_t>(number - 1);
}

bool stands_apart(const std::vector<Row>& rows, size_t column) {
  constexpr size_t kFewest = 5;
  if (rows.size() < kFewest || rows[0].fields.size() <= column) return false;
  std::map<std::string, size_t> counts;
  for (const Row& row : rows)
    if (row.fields.size() > column) ++counts[row.fields[column]];
  const std::string& first = rows[0].fields[column];
  return std::all_of(counts.begin(), counts.end(),
                     [&](const auto& label) { return (label.second == 1) == (label.first == first); });
}

size_t Columns::needed() const {
  return std::max(label, *std::max_element(text.begin(), text.end())) + 1;
}

std::string Columns::text_of(const Row& row) const {
  std::string joined = row.fields[text[0]];
  for (size_t i = 1; i < text.size(); ++i) joined += " " + row.fields[text[i]];
  return joined;
}

const Names& usual_text_names() {
  static const Names kNames = {"text",      "sentence", "content", "title",
                               "utterance", "review",   "comment", "message"};
  return kNames;
}

const Names& usual_label_names() {
  static const Names kNames = {"label", "class", "category", "intent", "emotion", "sentiment", "target"};
  return kNames;
}

std::string lower_ascii(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return text;
}

std::optional<size_t> position_of(const Names& names, const std::vector<std::string>& fields) {
  for (const std::string& name : names)
    for (size_t i = 0; i < fields.size(); ++i)
      if (lower_ascii(fields[i]) == name) return i;
  return std::nullopt;
}

Columns find_columns(const std::vector<Row>& rows, const ReadOptions& options, const Columns& otherwise,
                     const std::string& path) {
  if (rows.empty()) return otherwise;
  const Names& first = rows[0].fields;
  const auto text = position_of(usual_text_names(), first), label = position_of(usual_label_names(), first);
  const bool asked = !options.text_columns.empty() || !options.label_column.empty();
  if (!options.header && !asked)
    check(text.has_value() == label.has_value(), "[", path, "] has a header with a column for the ",
          text ? "text" : "label", " and none for the ", text ? "label" : "text", ": expected one of ",
          listed(text ? usual_label_names() : usual_text_names()),
          ", or say which with data.text_column and data.label_column.");
  Columns columns = otherwise;
  columns.has_header = options.header.value_or(looks_like_header(first, options));
  if (columns.has_header && text) columns.text = {*text};
  if (columns.has_header && label) columns.label = *label;
  if (!options.text_columns.empty()) columns.text.clear();
  for (const std::string& name : options.text_columns)
    columns.text.push_back(column_asked(name, first, columns.has_header, path));
  if (!options.label_column.empty())
    columns.label = column_asked(options.label_column, first, columns.has_header, path);
  columns.header_is_guessed = !options.header && !columns.has_header && stands_apart(rows, columns.label);
  columns.has_header = columns.has_header || columns.header_is_guessed;
  return columns;
}

}  // namespace heed
