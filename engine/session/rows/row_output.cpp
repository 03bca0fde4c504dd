#include "engine/session/rows/row_output.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>

#include "engine/base/names.h"
#include "engine/data/rows.h"
#include "engine/session/error.h"
#include "engine/session/json.h"
#include "engine/session/training/inside/row_files.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Names = std::vector<std::string>;

bool is_standard_output(const std::string& file) {
  return file.empty() || file == "-";
}

// The format that the ending says; "" where it says none.
std::string format_of_ending(const std::string& file) {
  const std::string ending = lower_ascii(fs::path(file).extension().string());
  return ending == ".csv" || ending == ".tsv" || ending == ".jsonl" ? ending.substr(1) : "";
}

std::string number_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "";
  if (!value.is_number_float()) return value.dump(-1, ' ', false, json::error_handler_t::replace);
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value.get<double>());
  return text;
}

// Fields as a line of csv or tsv.
std::string line_of_fields(const Names& fields, const std::string& format, char delimiter, Cells cells) {
  std::string line;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += delimiter;
    const std::string field = cells == Cells::kForSpreadsheets ? spreadsheet_field(fields[i]) : fields[i];
    line += format == "tsv" ? tsv_field(field) : delimited_field(field, delimiter);
  }
  return line + '\n';
}

std::string json_row(const RowTable& table, size_t row, const Names& names, const std::vector<json>& more) {
  const size_t own = table.columns.size();
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  if (table.format == "jsonl") object = table.objects[row];
  for (size_t i = 0; i < own && table.format != "jsonl"; ++i) object[names[i]] = table.field(row, i);
  for (size_t i = 0; i < more.size(); ++i) object[names[own + i]] = more[i];
  return json_line_of(object) + "\n";
}

}  // namespace

std::string output_format(const std::string& file, const RowTable& table) {
  if (!is_standard_output(file)) return format_of_ending(file);
  return table.format == "lines" ? "csv" : table.format;
}

void check_not_input(const std::string& file, const std::string& input) {
  std::error_code ignored;
  check(!fs::equivalent(file, input, ignored), "[", file,
        "] is the file that is read: name another file, so that your rows stay as they are.");
}

void check_output(const std::string& file, const std::string& input) {
  if (is_standard_output(file)) return;
  check(!format_of_ending(file).empty(), "[", file, "] ends in \"", fs::path(file).extension().string(),
        "\": expected .csv, .tsv or .jsonl, which says the format that is written.");
  check_not_input(file, input);
  check_writable(file);
}

Names output_names(const RowTable& table, const Names& own) {
  Names names;
  std::set<std::string> taken;
  for (const std::string& column : table.columns) taken.insert(lower_ascii(column));
  const std::set<std::string> theirs = std::exchange(taken, {});
  const auto add = [&](const std::string& wanted) {
    std::string name = wanted;
    for (int n = 2; taken.count(lower_ascii(name)) > 0; ++n) name = wanted + "_" + std::to_string(n);
    taken.insert(lower_ascii(name));
    names.push_back(name);
  };
  for (size_t i = 0; i < table.columns.size(); ++i)
    add(table.columns[i].empty() ? std::to_string(i + 1) : table.columns[i]);
  for (const std::string& name : own) add((theirs.count(lower_ascii(name)) > 0 ? "predicted_" : "") + name);
  return names;
}

std::string with_columns(const RowTable& table, const std::string& format, const Names& own,
                         const std::vector<std::vector<json>>& added, Cells cells) {
  const Names names = output_names(table, own);
  const char delimiter = format == "tsv" ? '\t' : table.format == "csv" ? table.delimiter : ',';
  std::string bytes = format == "jsonl" ? "" : line_of_fields(names, format, delimiter, cells);
  for (size_t row = 0; row < table.size(); ++row) {
    if (format == "jsonl") {
      bytes += json_row(table, row, names, added[row]);
      continue;
    }
    Names fields;
    for (size_t i = 0; i < table.columns.size(); ++i) fields.push_back(table.field(row, i));
    for (const json& value : added[row]) fields.push_back(number_text(value));
    bytes += line_of_fields(fields, format, delimiter, cells);
  }
  return bytes;
}

}  // namespace heed::session
