#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/error.h"
#include "engine/data/readers.h"

namespace heed {
namespace {

using nlohmann::json;
using Names = std::vector<std::string>;

const Names kTextNames = {"text",      "sentence", "content", "title",
                          "utterance", "review",   "comment", "message"};
const Names kLabelNames = {"label", "class", "category", "intent", "emotion", "sentiment", "target"};

// Where text and label stand in a row.
struct Columns {
  size_t text = 0, label = 1;
  bool has_header = false;
};

// What the labels of a file are called; empty: as they are.
using LabelNames = std::map<std::string, std::string>;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string joined(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Names stand in order of preference.
std::optional<size_t> position_of(const Names& wanted, const std::vector<std::string>& fields) {
  for (const std::string& name : wanted)
    for (size_t i = 0; i < fields.size(); ++i)
      if (lower(fields[i]) == name) return i;
  return std::nullopt;
}

Columns columns_of(const std::vector<Row>& rows, Columns otherwise, const std::string& path) {
  if (rows.empty()) return otherwise;
  std::optional<size_t> text = position_of(kTextNames, rows[0].fields);
  std::optional<size_t> label = position_of(kLabelNames, rows[0].fields);
  if (text && label) return {*text, *label, true};
  check(!text && !label, "[", path, "] has a header with a column for the ", text ? "text" : "label",
        " and none for the ", text ? "label" : "text", ": expected one of ",
        joined(text ? kLabelNames : kTextNames), ".");
  return otherwise;
}

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

// `otherwise` is where text and label stand in a file without header.
void add_columns(const std::vector<Row>& rows, Columns otherwise, const LabelNames& names,
                 const std::string& path, RowCollector& out) {
  Columns columns = columns_of(rows, otherwise, path);
  size_t needed = std::max(columns.text, columns.label) + 1;
  for (size_t i = columns.has_header ? 1 : 0; i < rows.size(); ++i) {
    const auto& [line, fields] = rows[i];
    if (fields.size() < needed)
      out.leave_out(line, "expected at least " + std::to_string(needed) + " columns");
    else
      add_named(line, fields[columns.text], fields[columns.label], names, out);
  }
}

std::vector<Row> csv_rows(const std::string& path, RowCollector& out) {
  size_t unclosed = 0;
  std::vector<Row> rows = split_csv(read_text(path), &unclosed);
  if (unclosed != 0) out.leave_out(unclosed, "a quote that is never closed, with all that follows");
  return rows;
}

void add_ag_news(const std::string& path, bool with_description, RowCollector& out) {
  const LabelNames classes = {{"1", "World"}, {"2", "Sports"}, {"3", "Business"}, {"4", "Sci/Tech"}};
  out.begin(path);
  for (const auto& [line, fields] : csv_rows(path, out)) {
    bool header = line == 1 && lower(fields[0]) == "class index";
    if (header) continue;
    if (fields.size() < 3)
      out.leave_out(line, "expected class, title and description");
    else
      add_named(line, with_description ? fields[1] + " " + fields[2] : fields[1], fields[0], classes, out);
  }
  out.finish();
}

const json* member(const json& object, const Names& names) {
  for (const std::string& name : names)
    if (auto found = object.find(name); found != object.end()) return &*found;
  return nullptr;
}

void add_json_line(size_t line, std::string_view bytes, RowCollector& out) {
  json object = json::parse(bytes, nullptr, false);
  if (!object.is_object()) return out.leave_out(line, "expected a JSON object");
  const json* text = member(object, kTextNames);
  const json* label = member(object, kLabelNames);
  if (text == nullptr || !text->is_string()) return out.leave_out(line, "no string \"text\"");
  if (label == nullptr || label->is_null() || label->is_structured())
    return out.leave_out(line, "no \"label\"");
  out.add(line, text->get<std::string>(), label->is_string() ? label->get<std::string>() : label->dump());
}

}  // namespace

void read_csv(const std::string& path, RowCollector& rows) {
  rows.begin(path);
  add_columns(csv_rows(path, rows), {}, {}, path, rows);
  rows.finish();
}

void read_tsv(const std::string& path, RowCollector& rows) {
  rows.begin(path);
  add_columns(split_tsv(read_text(path), true), {}, {}, path, rows);
  rows.finish();
}

void read_jsonl(const std::string& path, RowCollector& rows) {
  rows.begin(path);
  std::string text = read_text(path);
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (!line.empty()) add_json_line(number, line, rows);
  }
  rows.finish();
}

void read_sst2(const std::string& path, RowCollector& rows) {
  rows.begin(path);
  add_columns(split_tsv(read_text(path), false), {1, 0}, {{"0", "negative"}, {"1", "positive"}}, path, rows);
  rows.finish();
}

void read_ag_news(const std::string& path, RowCollector& rows) {
  add_ag_news(path, true, rows);
}

void read_ag_news_title(const std::string& path, RowCollector& rows) {
  add_ag_news(path, false, rows);
}

}  // namespace heed
