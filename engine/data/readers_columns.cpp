#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/json_parse.h"
#include "engine/base/names.h"
#include "engine/data/columns.h"
#include "engine/data/delimited.h"
#include "engine/data/delimiter.h"
#include "engine/data/readers.h"
#include "engine/data/text_rows.h"

namespace heed {
namespace {

using nlohmann::json;
using Names = std::vector<std::string>;

// What the labels of a file are called; empty: as they are.
using LabelNames = std::map<std::string, std::string>;

void add_named(RowCollector::Place place, std::string text, const std::string& label, const LabelNames& names,
               RowCollector& out) {
  auto found = names.find(label);
  if (names.empty())
    out.add(place, std::move(text), label);
  else if (found != names.end())
    out.add(place, std::move(text), found->second);
  else
    out.leave_out(place.line, "the label is not " + names.begin()->first + " to " + names.rbegin()->first);
}

constexpr const char* kUnnamed = "text in a column without a name, which is not read";

// Text beyond the columns that have names, and are not asked for by number.
bool has_unnamed_text(const Row& row, const Row& header, const Columns& columns) {
  for (size_t c = 0; c < std::min(row.fields.size(), header.fields.size()); ++c) {
    const bool used =
        c == columns.label || std::find(columns.text.begin(), columns.text.end(), c) != columns.text.end();
    if (c > columns.text.front() && !used && trimmed(header.fields[c]).empty() &&
        !trimmed(row.fields[c]).empty())
      return true;
  }
  return false;
}

// `width` 0: any row may have more fields than the others.
void add_columns(const std::vector<Row>& rows, const Columns& columns, size_t width, const LabelNames& names,
                 RowCollector& out) {
  const size_t needed = columns.needed();
  for (size_t i = columns.has_header ? 1 : 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (row.fields.size() < needed) {
      out.leave_out(row.line, "expected at least " + std::to_string(needed) + " columns");
    } else if (width > 0 && is_too_wide(row, width)) {
      out.leave_out(row.line, "more fields than the " + std::to_string(width) +
                                  " of the table: does the text hold the delimiter, outside of quotes?");
    } else {
      if (columns.has_header && has_unnamed_text(row, rows[0], columns)) out.doubt(row.line, kUnnamed);
      add_named({row.line, row.number}, columns.text_of(row), row.fields[columns.label], names, out);
    }
  }
}

std::string column_name(const std::vector<Row>& rows, const Columns& columns, size_t column) {
  return columns.has_header && !rows[0].fields[column].empty() ? "\"" + rows[0].fields[column] + "\""
                                                               : "column " + std::to_string(column + 1);
}

// Says in one line how a table is read, if that is unusual, with the settings that change it.
void say_guesses(const std::vector<Row>& rows, const Columns& columns, const std::string& encoding,
                 const ReadOptions& options, const Dialect& dialect, const char* format, RowCollector& out) {
  std::string said, settings;
  const auto add = [&](const std::string& what, const std::string& setting) {
    append_name(said, what);
    append_name(settings, setting + "=…");
  };
  if (options.encoding.empty() && encoding != "utf-8")
    add(encoding + (encoding == "windows-1252" ? " (Latin-1)" : ""), "data.encoding");
  if (options.delimiter.empty() && dialect.delimiter != ',' && dialect.delimiter != '\t')
    add("with " + name_of_delimiter(dialect.delimiter) + " between fields", "data.delimiter");
  if (options.delimiter.empty() && dialect.delimiter == '\t' && format == std::string("csv"))
    add("with a tab between fields", "data.delimiter");
  if (dialect.backslash) append_name(said, "with \\\" for a quote");
  if (columns.header_is_guessed)
    add("line " + std::to_string(rows[0].line) + " is taken for a header, since \"" +
            rows[0].fields[columns.label] + "\" is unlike the labels below it",
        "data.header");
  if (columns.text_is_guessed)
    add("text from " + column_name(rows, columns, columns.text[0]), "data.text_column");
  if (columns.label_is_guessed)
    add("label from " + column_name(rows, columns, columns.label), "data.label_column");
  if (said.empty()) return;
  out.remark("is read as " + std::string(format) + ", as it looks: " + said + "." +
             (settings.empty() ? "" : " Change it with --set " + settings + "."));
}

// A first label that no other row has, where nearly all others are there several times.
void doubt_header(const std::vector<Row>& rows, const Columns& columns, const ReadOptions& options,
                  RowCollector& out) {
  if (options.header || columns.has_header || rows.size() < 6 || rows[0].fields.size() <= columns.label)
    return;
  std::map<std::string, size_t> counts;
  for (const Row& row : rows)
    if (row.fields.size() > columns.label) ++counts[row.fields[columns.label]];
  const std::string& first = rows[0].fields[columns.label];
  const auto alone =
      std::count_if(counts.begin(), counts.end(), [](const auto& one) { return one.second == 1; });
  if (counts[first] == 1 && 10 * static_cast<size_t>(alone) < rows.size())
    out.doubt(rows[0].line,
              "no other line has the label \"" + first +
                  "\": is this the header? It is read as a row; data.header=true says that it is one");
}

const json* member(const json& object, const Names& names) {
  for (const std::string& name : names)
    if (auto found = object.find(name); found != object.end()) return &*found;
  return nullptr;
}

// The strings under all of the keys, joined; "" with `missing` set when one is not there or no string.
std::string texts_under(const json& object, const Names& keys, std::string& missing) {
  std::string joined;
  for (const std::string& key : keys) {
    const json* text = member(object, {key});
    if (text == nullptr || !text->is_string()) {
      missing = key;
      return "";
    }
    joined += (&key == &keys.front() ? "" : " ") + text->get<std::string>();
  }
  return joined;
}

void add_object(size_t line, const json& object, const Names& text_keys, const std::string& label_key,
                RowCollector& out) {
  std::string missing;
  std::string text = texts_under(object, text_keys, missing);
  if (!missing.empty()) return out.leave_out(line, "no string \"" + missing + "\"");
  const json* label = member(object, {label_key});
  if (label == nullptr || label->is_null()) return out.leave_out(line, "no \"" + label_key + "\"");
  if (label->is_structured())
    return out.leave_out(line, "\"" + label_key + "\" is a list or an object: expected one label per text");
  out.add(line, std::move(text), label->is_string() ? label->get<std::string>() : label->dump());
}

}  // namespace

namespace {

void read_table(const std::string& path, const ReadOptions& options, const std::string& delimiter,
                const char* format, RowCollector& out) {
  std::string encoding;
  const std::string text = out.read(path, options.encoding, &encoding);
  const DelimitedTable table = read_delimited(text, delimiter);
  for (const std::string& remark : table.remarks) out.remark(remark);
  if (table.rows.empty()) return out.finish();
  const Columns columns = find_columns(table.rows, options, {}, path);
  say_guesses(table.rows, columns, encoding, options, table.dialect, format, out);
  doubt_header(table.rows, columns, options, out);
  add_columns(table.rows, columns, std::max(table.width, columns.needed()), {}, out);
  out.finish();
}

// The keys of the text and of the label: as asked, by the usual names in any case, or as the values look.
struct Keys {
  Names text;
  std::string label;
};

std::vector<Row> as_rows(const std::vector<std::pair<size_t, json>>& objects, const Names& keys) {
  std::vector<Row> rows{{0, keys}};
  for (const auto& [line, object] : objects) {
    Row row{line, {}};
    for (const std::string& key : keys) {
      const json* value = member(object, {key});
      row.fields.push_back(value == nullptr || value->is_null() || value->is_structured() ? ""
                           : value->is_string() ? value->get<std::string>()
                                                : value->dump());
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Keys keys_of(const std::vector<std::pair<size_t, json>>& objects, const ReadOptions& options,
             const std::string& path, RowCollector& out) {
  Names keys;
  for (const auto& [line, object] : objects)
    for (const auto& [key, value] : object.items())
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  if (!options.text_columns.empty() && !options.label_column.empty())
    return {options.text_columns, options.label_column};
  ReadOptions by_name = options;
  by_name.header = true;
  const std::vector<Row> rows = as_rows(objects, keys);
  const Columns columns = find_columns(rows, by_name, {}, path);
  say_guesses(rows, columns, "utf-8", options, {}, "JSON", out);
  Keys found{{}, keys[columns.label]};
  for (const size_t column : columns.text) found.text.push_back(keys[column]);
  return found;
}

void add_objects(const std::vector<std::pair<size_t, json>>& objects, const ReadOptions& options,
                 const std::string& path, RowCollector& out) {
  if (objects.empty()) return out.finish();
  const Keys keys = keys_of(objects, options, path, out);
  for (const auto& [line, object] : objects) add_object(line, object, keys.text, keys.label, out);
  out.finish();
}

}  // namespace

void read_csv(const std::string& path, const ReadOptions& options, RowCollector& out) {
  read_table(path, options, options.delimiter, "csv", out);
}

void read_tsv(const std::string& path, const ReadOptions& options, RowCollector& out) {
  read_table(path, options, options.delimiter.empty() ? "tab" : options.delimiter, "tsv", out);
}

void read_jsonl(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::string text = out.read(path, options.encoding);
  std::vector<std::pair<size_t, json>> objects;
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (trimmed(line).empty()) continue;
    json object = json_or_discarded(line);
    if (object.is_object())
      objects.emplace_back(number, std::move(object));
    else
      out.leave_out(number, "expected a JSON object");
  }
  add_objects(objects, options, path, out);
}

void read_json(const std::string& path, const ReadOptions& options, RowCollector& out) {
  std::vector<std::pair<size_t, json>> objects;
  size_t number = 0;
  for (json& object : json_rows(out.read(path, options.encoding), path)) {
    ++number;
    if (object.is_object())
      objects.emplace_back(number, std::move(object));
    else
      out.leave_out(number, "expected a JSON object");
  }
  add_objects(objects, options, path, out);
}

void read_fasttext(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::string text = out.read(path, options.encoding);
  size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (trimmed(line).empty()) continue;
    const FastTextLine row = fasttext_line(line);
    if (row.labels.size() > 1)
      out.leave_out(number, "several labels, of which Heed learns one per text");
    else
      out.add(number, row.text, row.labels.empty() ? "" : row.labels[0]);
  }
  out.finish();
}

void read_sst2(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::vector<Row> rows = split_fields(out.read(path, options.encoding), '\t');
  Columns otherwise;
  otherwise.text = {1};
  otherwise.label = 0;
  add_columns(rows, find_columns(rows, options, otherwise, path), 0, {{"0", "negative"}, {"1", "positive"}},
              out);
  out.finish();
}

}  // namespace heed
