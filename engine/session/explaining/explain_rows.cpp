#include "engine/session/explaining/explain_rows.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/base/names.h"
#include "engine/data/columns.h"
#include "engine/data/delimited.h"
#include "engine/explain/method.h"
#include "engine/session/json.h"
#include "engine/session/models/model.h"
#include "engine/session/training/inside/row_files.h"
#include "engine/session/training/labelled.h"

namespace heed::session {

using nlohmann::json;

namespace {

std::string ending_of(std::string file) {
  if (lower_ascii(std::filesystem::path(file).extension().string()) == ".gz") file.resize(file.size() - 3);
  return lower_ascii(std::filesystem::path(file).extension().string());
}

struct TextTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  size_t text = 0;  // the column of texts
};

std::vector<std::vector<std::string>> fields_of(const std::string& file) {
  const std::string ending = ending_of(file), text = read_text(file);
  check(ending == ".csv" || ending == ".tsv" || ending == ".txt", "[", file,
        "] rows are read from .csv, .tsv or .txt: give the file one of these endings.");
  std::vector<std::vector<std::string>> rows;
  if (ending == ".txt") {
    for (const std::string_view line : split_lines(text)) rows.push_back({std::string(line)});
    return rows;
  }
  for (Row& row : read_delimited(text, ending == ".csv" ? "" : "tab").rows)
    rows.push_back(std::move(row.fields));
  return rows;
}

// A first row that names the column of texts is a header.
TextTable read_table(const std::string& file, const std::string& asked) {
  TextTable table{{}, fields_of(file), 0};
  check(!table.rows.empty(), "[", file, "] there is no row.");
  const std::vector<std::string> first = table.rows.front();
  const bool is_number = !asked.empty() && asked.size() < 7 &&
                         asked.find_first_not_of("0123456789") == std::string::npos && asked != "0";
  const auto named = position_of(
      asked.empty() || is_number ? usual_text_names() : std::vector<std::string>{lower_ascii(asked)}, first);
  const bool has_header = named.has_value() && ending_of(file) != ".txt";
  check(asked.empty() || is_number || has_header, "[", file, "] has no column \"", asked,
        "\": its first row is ", listed(first), ".");
  if (has_header) {
    table.header = first;
    table.rows.erase(table.rows.begin());
  } else {
    for (size_t i = 0; i < first.size(); ++i)
      table.header.push_back(first.size() == 1 ? "text" : std::to_string(i + 1));
  }
  table.text = is_number ? std::stoul(asked) - 1 : has_header ? *named : 0;
  check(table.text < table.header.size(), "[", file, "] has no column ", asked, ": it has ",
        table.header.size(), ".");
  return table;
}

json found_in(const Explanation& e, const ExplainOptions& options) {
  const Analysis& said = e.explained();
  json found;
  json& tokens = found["tokens"] = json::array();
  for (const Token& token : said.tokens) tokens.push_back(token.text);
  if (!said.prediction && said.values.empty()) return found;
  std::string label = options.label;
  if (said.prediction) {
    found["prediction"] = said.prediction->label;
    found["probability"] = said.prediction->probability;
    if (label.empty()) label = said.prediction->label;
  } else if (label.empty()) {
    label = said.values.front().label;
  }
  found["class"] = options.against.empty() ? label : label + ", not " + options.against;
  for (const ClassContributions& c : e.contributions) {
    const double sign = c.label == label ? 1 : c.label == options.against ? -1 : 0;
    found["bias"] = found.value("bias", 0.0) + sign * c.bias;
    found["score"] = found.value("score", 0.0) + sign * c.logit;
  }
  for (const Attributed& attributed : e.attributions) found[attributed.method] = attributed.values;
  return found;
}

std::vector<std::string> columns_found(const std::vector<json>& all, const ExplainOptions& options) {
  std::vector<std::string> columns{"prediction", "probability", "tokens", "class"};
  if (options.contributions) columns.insert(columns.end(), {"bias", "score"});
  for (const MethodEntry& method : explain::methods())
    if (std::any_of(all.begin(), all.end(), [&](const json& row) { return row.contains(method.name); }))
      columns.emplace_back(method.name);
  return columns;
}

std::string cell(const json& row, const std::string& column) {
  const auto value = row.find(column);
  if (value == row.end()) return "";
  return value->is_string() ? value->get<std::string>()
                            : value->dump(-1, ' ', false, json::error_handler_t::replace);
}

// One row of the output, by column.
std::string line_of(const std::string& kind, const std::vector<std::string>& header,
                    const std::vector<std::string>& fields, const std::vector<size_t>& kept,
                    const std::vector<std::string>& columns, const json& found, bool spreadsheet) {
  if (kind == ".jsonl") {
    json row = json::object();
    for (const size_t i : kept) row[header[i]] = i < fields.size() ? fields[i] : "";
    for (const std::string& column : columns) row[column] = found.value(column, json());
    return json_line_of(row) + "\n";
  }
  const auto field = [&](const std::string& given) {
    const std::string text = spreadsheet ? spreadsheet_field(given) : given;
    return kind == ".csv" ? csv_field(text) : tsv_field(text);
  };
  const char* const between = kind == ".csv" ? "," : "\t";
  std::string line;
  for (const size_t i : kept) line += field(i < fields.size() ? fields[i] : "") + between;
  for (size_t i = 0; i < columns.size(); ++i)
    line += (i == 0 ? "" : between) + field(found.is_null() ? columns[i] : cell(found, columns[i]));
  return line + "\n";
}

}  // namespace

int64_t explain_rows(const Model& model, const std::string& from, const std::string& to,
                     const ExplainRowsOptions& options,
                     const std::function<void(int64_t, int64_t)>& progress) {
  const std::string kind = ending_of(to);
  check(kind == ".csv" || kind == ".tsv" || kind == ".jsonl", "[", to,
        "] rows are written as .csv, .tsv or .jsonl: give the file one of these endings.");
  const TextTable table = read_table(from, options.text_column);
  std::vector<json> found;
  for (const std::vector<std::string>& fields : table.rows) {
    if (progress) progress(static_cast<int64_t>(found.size()), static_cast<int64_t>(table.rows.size()));
    const std::string text = table.text < fields.size() ? fields[table.text] : "";
    found.push_back(found_in(explain(model, text, options.explain), options.explain));
  }
  const std::vector<std::string> columns = columns_found(found, options.explain);
  std::vector<size_t> kept;
  for (size_t i = 0; i < table.header.size(); ++i)
    if (std::find(columns.begin(), columns.end(), table.header[i]) == columns.end()) kept.push_back(i);
  std::string bytes = kind == ".jsonl" ? ""
                                       : line_of(kind, table.header, table.header, kept, columns, nullptr,
                                                 options.spreadsheet);
  for (size_t row = 0; row < found.size(); ++row)
    bytes += line_of(kind, table.header, table.rows[row], kept, columns, found[row], options.spreadsheet);
  write_file_atomically(to, bytes, Durable::kNo);
  return static_cast<int64_t>(found.size());
}

}  // namespace heed::session
