#include "engine/session/rows/row_table.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "engine/base/file.h"
#include "engine/base/names.h"
#include "engine/data/columns.h"
#include "engine/data/delimiter.h"
#include "engine/data/encoding.h"
#include "engine/data/rows.h"
#include "engine/format/json.h"
#include "engine/session/error.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/session/training/inside/row_files.h"
#include "engine/session/training/labelled.h"
#include "engine/tasks/corpus.h"

namespace heed::session {
namespace {

using nlohmann::json;
using Names = std::vector<std::string>;

constexpr const char* kStandardInput = "-";

std::string text_in(const std::string& file, const std::string& encoding, std::string& found) {
  if (file != kStandardInput) return read_text(file, encoding, &found);
  std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
  found = encoding.empty() ? encoding_of(bytes) : encoding;
  return as_utf8(std::move(bytes), found, "standard input");
}

// A first row that holds a usual name, or one that is asked for.
bool has_names(const Names& first, const ReadOptions& options) {
  Names known = usual_text_names();
  known.insert(known.end(), usual_label_names().begin(), usual_label_names().end());
  for (const std::string& asked : options.text_columns) known.push_back(lower_ascii(asked));
  known.push_back(lower_ascii(options.label_column));
  return std::any_of(first.begin(), first.end(), [&](const std::string& field) {
    return !field.empty() && std::find(known.begin(), known.end(), lower_ascii(field)) != known.end();
  });
}

bool has_header(const std::vector<Row>& rows, const ReadOptions& options) {
  if (options.header) return *options.header;
  if (has_names(rows[0].fields, options)) return true;
  for (size_t column = 0; column < rows[0].fields.size(); ++column)
    if (stands_apart(rows, column)) return true;
  return false;
}

void take_rows(std::vector<Row> rows, const ReadOptions& read, RowTable& table) {
  if (rows.empty()) return;
  const Names first = rows[0].fields;
  table.has_header = table.format != "lines" && has_header(rows, read);
  size_t widest = 0;
  for (size_t i = table.has_header ? 1 : 0; i < rows.size(); ++i) {
    widest = std::max(widest, rows[i].fields.size());
    table.lines.push_back(rows[i].line);
    table.rows.push_back(std::move(rows[i].fields));
  }
  if (table.has_header) table.columns = first;
  while (table.columns.size() < widest) table.columns.push_back(std::to_string(table.columns.size() + 1));
  if (table.format == "lines") table.columns = {"text"};
}

void take_objects(std::string_view text, RowTable& table) {
  size_t line = 0;
  for (const std::string_view bytes : split_lines(text)) {
    ++line;
    if (bytes.empty()) continue;
    auto object = nlohmann::ordered_json::parse(bytes, nullptr, false);
    if (!object.is_object()) {
      table.remarks.push_back("line " + std::to_string(line) + " is no JSON object; left out.");
      continue;
    }
    for (const auto& [key, ignored] : object.items())
      if (std::find(table.columns.begin(), table.columns.end(), key) == table.columns.end())
        table.columns.push_back(key);
    table.lines.push_back(line);
    table.objects.push_back(std::move(object));
  }
}

void take_lines(std::string_view text, RowTable& table) {
  size_t line = 0;
  std::vector<Row> rows;
  for (const std::string_view bytes : split_lines(text)) rows.push_back({++line, {std::string(bytes)}});
  take_rows(std::move(rows), {}, table);
}

size_t place_of(const RowTable& table, const std::string& asked, const std::string& file) {
  if (const auto named = position_of({lower_ascii(asked)}, table.columns)) return *named;
  const size_t place = column_number(asked).value_or(table.columns.size());
  check(place < table.columns.size(), "[", file, "] has no column \"", asked, "\": there are ",
        listed(table.columns), "; a number counts from 1.");
  return place;
}

void find_columns(const ReadOptions& read, const std::string& file, RowTable& table) {
  for (const std::string& asked : read.text_columns) table.text.push_back(place_of(table, asked, file));
  if (table.text.empty()) table.text = {position_of(usual_text_names(), table.columns).value_or(0)};
  table.label = read.label_column.empty() ? position_of(usual_label_names(), table.columns)
                                          : place_of(table, read.label_column, file);
}

std::string written(const RowTable& table, const std::string& text) {
  return table.format == "tsv" ? tsv_field(text) : delimited_field(text, table.delimiter);
}

std::string plain(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "";
  if (!value.is_number_float()) return value.dump();
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value.get<double>());
  return text;
}

}  // namespace

std::string RowTable::field(size_t row, size_t column) const {
  if (format != "jsonl") return column < rows[row].size() ? rows[row][column] : std::string();
  const auto found = objects[row].find(columns[column]);
  if (found == objects[row].end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

RowTable read_row_table(const std::string& file, const std::string& format,
                        const std::vector<std::string>& set) {
  json data = json::object();
  set_data_keys(data, set);
  const ReadOptions read = read_data_options(data, file).reading;
  RowTable table;
  table.format = !format.empty() ? format : value_or<std::string>(data, "format", guess_format(file), file);
  if (table.format.empty()) table.format = "lines";
  const std::string text = text_in(file, read.encoding, table.encoding);
  size_t unclosed = 0;
  if (table.format == "csv") {
    table.delimiter = delimiter_of(text, read.delimiter);
    take_rows(split_csv(text, &unclosed, table.delimiter), read, table);
    check(unclosed == 0, "[", file, "] the quote in line ", unclosed, " is never closed.");
  } else if (table.format == "tsv") {
    table.delimiter = '\t';
    take_rows(split_fields(text, '\t', true), read, table);
  } else if (table.format == "jsonl") {
    take_objects(text, table);
  } else if (table.format == "lines") {
    take_lines(text, table);
  } else {
    fail<UsageError>("[", file, "] the format \"", table.format,
                     "\" is none of rows: expected csv, tsv, jsonl or lines.");
  }
  check(table.size() > 0, "[", file, "] there is no row.");
  find_columns(read, file, table);
  return table;
}

std::vector<std::string> texts_of(const RowTable& table) {
  std::vector<std::string> texts(table.size());
  for (size_t row = 0; row < table.size(); ++row)
    for (size_t i = 0; i < table.text.size(); ++i)
      texts[row] += (i == 0 ? "" : " ") + table.field(row, table.text[i]);
  return texts;
}

void write_text(const std::string& file, const std::string& bytes) {
  write_file_atomically(file, bytes);
}

void check_writable(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::absolute(file, ignored).parent_path();
  check(fs::is_directory(folder, ignored) && !fs::is_directory(file, ignored), "[", file,
        "] cannot be written: expected a file in a folder that is there.");
}

std::string with_columns(const RowTable& table, const std::vector<std::string>& given,
                         const std::vector<std::vector<json>>& added) {
  Names names = given;
  for (std::string& name : names)
    if (std::find(table.columns.begin(), table.columns.end(), name) != table.columns.end())
      name = "predicted_" + name;
  const std::string delimiter(1, table.delimiter);
  std::string bytes;
  const auto put = [&](const Names& fields, const Names& more) {
    for (size_t i = 0; i < fields.size(); ++i) bytes += (i == 0 ? "" : delimiter) + written(table, fields[i]);
    for (const std::string& text : more) bytes += delimiter + written(table, text);
    bytes += '\n';
  };
  if (table.has_header || table.format == "lines") put(table.columns, names);
  for (size_t row = 0; row < table.size(); ++row) {
    if (table.format == "jsonl") {
      nlohmann::ordered_json object = table.objects[row];
      for (size_t i = 0; i < names.size(); ++i) object[names[i]] = added[row][i];
      bytes += object.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
      continue;
    }
    Names more, fields = table.rows[row];
    for (const json& value : added[row]) more.push_back(plain(value));
    fields.resize(
        std::max(fields.size(), table.columns.size()));  // so that the new ones stand below their names
    put(fields, more);
  }
  return bytes;
}

}  // namespace heed::session
