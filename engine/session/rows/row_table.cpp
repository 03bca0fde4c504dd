#include "engine/session/rows/row_table.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "engine/base/file.h"
#include "engine/base/names.h"
#include "engine/data/columns.h"
#include "engine/data/delimited.h"
#include "engine/data/encoding.h"
#include "engine/data/gzip.h"
#include "engine/data/rows.h"
#include "engine/data/text_rows.h"
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
constexpr size_t kMostColumns = 1000;  // every row is compared with all of them

std::string text_in(const std::string& file, const std::string& encoding, std::string& found) {
  if (file != kStandardInput) return read_text(file, encoding, &found);
  std::string bytes, piece(1 << 16, '\0');
  while (std::cin.read(piece.data(), static_cast<std::streamsize>(piece.size())), std::cin.gcount() > 0) {
    bytes.append(piece, 0, static_cast<size_t>(std::cin.gcount()));
    check(bytes.size() <= kLongestData, "[standard input] has more than ", kLongestData,
          " bytes: expected less; read it in parts.");
  }
  found = encoding.empty() ? encoding_of(bytes) : encoding;
  bytes = as_utf8(std::move(bytes), found, "standard input");
  check_lines(bytes, "standard input");
  return bytes;
}

void take_columns(const std::vector<Row>& rows, const Columns& columns, RowTable& table) {
  table.has_header = columns.has_header;
  table.text = columns.text;
  if (columns.has_label && columns.label < rows[0].fields.size()) table.label = columns.label;
  table.text_is_guessed = columns.text_is_guessed;
  table.label_is_guessed = columns.label_is_guessed;
}

void take_rows(std::vector<Row> rows, RowTable& table) {
  if (rows.empty()) return;
  const Names first = rows[0].fields;
  size_t widest = 0;
  std::vector<size_t> too_wide;
  for (size_t i = table.has_header ? 1 : 0; i < rows.size(); ++i) {
    widest = std::max(widest, rows[i].fields.size());
    if (table.width > 0 && is_too_wide(rows[i], table.width)) too_wide.push_back(rows[i].line);
    table.lines.push_back(rows[i].line);
    table.rows.push_back(std::move(rows[i].fields));
  }
  if (!too_wide.empty())
    table.remarks.push_back(line_list(too_wide) + ": more fields than the " + std::to_string(table.width) +
                            " of the table: does the text hold the delimiter, outside of quotes?");
  if (table.has_header) table.columns = first;
  while (table.columns.size() < widest) table.columns.push_back(std::to_string(table.columns.size() + 1));
}

void take_table(std::string_view text, const ReadOptions& read, const std::string& file, RowTable& table) {
  const bool tsv = table.format == "tsv" && read.delimiter.empty();
  DelimitedTable found = read_delimited(text, tsv ? "tab" : read.delimiter);
  const char delimiter = found.dialect.delimiter;
  table.delimiter = delimiter == '\n' ? ',' : delimiter;
  table.remarks = std::move(found.remarks);
  if (found.rows.empty()) return;
  Columns first_is_text;
  first_is_text.has_label = false;
  const Columns columns = guess_columns(found.rows, read, first_is_text, file);
  take_columns(found.rows, columns, table);
  table.width = std::max(found.width, columns.needed());
  take_rows(std::move(found.rows), table);
}

void take_object(size_t line, nlohmann::ordered_json object, RowTable& table) {
  for (const auto& [key, ignored] : object.items())
    if (std::find(table.columns.begin(), table.columns.end(), key) == table.columns.end())
      table.columns.push_back(key);
  check(table.columns.size() <= kMostColumns, "the objects have more than ", kMostColumns,
        " different keys: expected the same keys in each.");
  table.lines.push_back(line);
  table.objects.push_back(std::move(object));
}

void take_objects(std::string_view text, RowTable& table) {
  size_t line = 0;
  for (const std::string_view bytes : split_lines(text)) {
    ++line;
    if (bytes.empty()) continue;
    auto object = ordered_row_or_discarded(bytes);
    if (object.is_object())
      take_object(line, std::move(object), table);
    else
      table.remarks.push_back("line " + std::to_string(line) + " is no JSON object; left out.");
  }
}

// The names of the keys are those of the columns; which are read is found as in a table below a header.
void find_keys(const ReadOptions& read, const std::string& file, RowTable& table) {
  std::vector<Row> rows{{0, table.columns}};
  for (size_t row = 0; row < table.size(); ++row) {
    rows.push_back({table.lines[row], {}});
    for (size_t c = 0; c < table.columns.size(); ++c) rows.back().fields.push_back(table.field(row, c));
  }
  ReadOptions named = read;
  named.header = true;
  Columns first_is_text;
  first_is_text.has_label = false;
  take_columns(rows, guess_columns(rows, named, first_is_text, file), table);
  table.has_header = false;
}

void take_labelled_lines(std::string_view text, RowTable& table) {
  std::vector<Row> rows{{0, {"text", "label"}}};
  size_t line = 0;
  for (const std::string_view bytes : split_lines(text)) {
    const FastTextLine row = fasttext_line(bytes);
    std::string labels;
    for (const std::string& label : row.labels) labels += (labels.empty() ? "" : "|") + label;
    rows.push_back({++line, {row.text, labels}});
  }
  table.has_header = true;
  table.text = {0};
  table.label = 1;
  take_rows(std::move(rows), table);
}

void take_lines(std::string_view text, RowTable& table) {
  size_t line = 0;
  std::vector<Row> rows;
  for (const std::string_view bytes : split_lines(text)) rows.push_back({++line, {std::string(bytes)}});
  table.text = {0};
  take_rows(std::move(rows), table);
  table.columns = {"text"};
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
  table.read_as = table.format;
  if (table.format == "csv" || table.format == "tsv") {
    take_table(text, read, file, table);
  } else if (table.format == "jsonl") {
    take_objects(text, table);
  } else if (table.format == "json") {
    table.format = "jsonl";
    size_t place = 0;
    for (const json& object : json_rows(text, file))
      if (++place; object.is_object()) take_object(place, nlohmann::ordered_json(object), table);
  } else if (table.format == "fasttext") {
    take_labelled_lines(text, table);
  } else if (table.format == "lines") {
    take_lines(text, table);
  } else {
    fail<UsageError>("[", file, "] the format \"", table.format,
                     "\" is none of rows: expected csv, tsv, jsonl, json, fasttext or lines.");
  }
  check(table.size() > 0, "[", file, "] there is no row.");
  if (table.format == "jsonl") find_keys(read, file, table);
  return table;
}

std::vector<std::string> texts_of(const RowTable& table) {
  std::vector<std::string> texts(table.size());
  for (size_t row = 0; row < table.size(); ++row)
    for (size_t i = 0; i < table.text.size(); ++i)
      texts[row] += (i == 0 ? "" : " ") + table.field(row, table.text[i]);
  return texts;
}

void without_columns(RowTable& table, const Names& names) {
  const auto is_named = [&](size_t c) {
    return std::find(names.begin(), names.end(), table.columns[c]) != names.end();
  };
  for (size_t c = table.columns.size(); c-- > 0;) {
    if (!is_named(c)) continue;
    for (nlohmann::ordered_json& object : table.objects) object.erase(table.columns[c]);
    for (Names& fields : table.rows)
      if (c < fields.size()) fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(c));
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string::npos;
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

}  // namespace heed::session
