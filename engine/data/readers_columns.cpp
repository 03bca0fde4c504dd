#include <map>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/data/columns.h"
#include "engine/data/delimiter.h"
#include "engine/data/readers.h"

namespace heed {
namespace {

using nlohmann::json;
using Names = std::vector<std::string>;

// What the labels of a file are called; empty: as they are.
using LabelNames = std::map<std::string, std::string>;

void add_named(size_t line, std::string text, const std::string& label, const LabelNames& names,
               RowCollector& out) {
  auto found = names.find(label);
  if (names.empty())
    out.add(line, std::move(text), label);
  else if (found != names.end())
    out.add(line, std::move(text), found->second);
  else
    out.leave_out(line, "the label is not " + names.begin()->first + " to " + names.rbegin()->first);
}

void add_columns(const std::vector<Row>& rows, const Columns& columns, const LabelNames& names,
                 RowCollector& out) {
  const size_t needed = columns.needed();
  if (columns.header_is_guessed)
    out.remark("line 1 is taken for a header, since the label \"" + rows[0].fields[columns.label] +
               "\" is on no other line: data.header=false reads it as a row.");
  for (size_t i = columns.has_header ? 1 : 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (row.fields.size() < needed)
      out.leave_out(row.line, "expected at least " + std::to_string(needed) + " columns");
    else
      add_named(row.line, columns.text_of(row), row.fields[columns.label], names, out);
  }
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

void add_json_line(size_t line, std::string_view bytes, const ReadOptions& options, RowCollector& out) {
  json object = json::parse(bytes, nullptr, false);
  if (!object.is_object()) return out.leave_out(line, "expected a JSON object");
  Names keys = options.text_columns;
  if (keys.empty()) {
    for (const std::string& name : usual_text_names())
      if (keys.empty() && object.contains(name)) keys.push_back(name);
    if (keys.empty()) keys.push_back("text");
  }
  std::string missing;
  std::string text = texts_under(object, keys, missing);
  if (!missing.empty()) return out.leave_out(line, "no string \"" + missing + "\"");
  const Names labels = options.label_column.empty() ? usual_label_names() : Names{options.label_column};
  const json* label = member(object, labels);
  if (label == nullptr || label->is_null() || label->is_structured())
    return out.leave_out(line, "no \"" + labels.front() + "\"");
  out.add(line, std::move(text), label->is_string() ? label->get<std::string>() : label->dump());
}

}  // namespace

void read_csv(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::string text = out.read(path, options.encoding);
  const char delimiter = delimiter_of(text, options.delimiter);
  if (options.delimiter.empty() && delimiter != ',')
    out.remark("has " + name_of_delimiter(delimiter) +
               " between its fields, as it looks: data.delimiter says what it is.");
  size_t unclosed = 0;
  const std::vector<Row> rows = split_csv(text, &unclosed, delimiter);
  if (unclosed != 0) out.leave_out(unclosed, "a quote that is never closed, with all that follows");
  add_columns(rows, find_columns(rows, options, {}, path), {}, out);
  out.finish();
}

void read_tsv(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::vector<Row> rows = split_fields(out.read(path, options.encoding), '\t', true);
  add_columns(rows, find_columns(rows, options, {}, path), {}, out);
  out.finish();
}

void read_jsonl(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::string text = out.read(path, options.encoding);
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (!line.empty()) add_json_line(number, line, options, out);
  }
  out.finish();
}

void read_sst2(const std::string& path, const ReadOptions& options, RowCollector& out) {
  const std::vector<Row> rows = split_fields(out.read(path, options.encoding), '\t', false);
  Columns otherwise;
  otherwise.text = {1};
  otherwise.label = 0;
  add_columns(rows, find_columns(rows, options, otherwise, path), {{"0", "negative"}, {"1", "positive"}},
              out);
  out.finish();
}

}  // namespace heed
