#include "engine/session/rows/file_look.h"

#include <utf8.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/data/columns.h"
#include "engine/data/delimited.h"
#include "engine/data/label_doubts.h"
#include "engine/data/split.h"
#include "engine/session/rows/row_table.h"
#include "engine/tasks/corpus.h"

namespace heed::session {
namespace {

using nlohmann::json;
using Texts = std::vector<std::string>;

constexpr const char* kBlank = " \t\r\n";

struct Column {
  std::set<std::string> distinct;
  size_t empty = 0, characters = 0;
};

std::vector<Column> columns_of(const RowTable& table) {
  std::vector<Column> columns(table.columns.size());
  for (size_t row = 0; row < table.size(); ++row)
    for (size_t c = 0; c < columns.size(); ++c) {
      std::string field = table.field(row, c);
      columns[c].empty += trimmed(field).empty() ? 1 : 0;
      columns[c].characters += static_cast<size_t>(
          std::count_if(field.begin(), field.end(), [](char b) { return (b & 0xC0) != 0x80; }));
      columns[c].distinct.insert(std::move(field));
    }
  return columns;
}

json describe_columns(const RowTable& table, const std::vector<Column>& columns) {
  json all = json::array();
  for (size_t c = 0; c < columns.size(); ++c) {
    const bool text = c == table.text.front(), label = c == table.label;
    all.push_back(
        {{"name", table.columns[c]},
         {"role", text    ? json("text")
                  : label ? json("label")
                          : json()},
         {"guessed", (text && table.text_is_guessed) || (label && table.label_is_guessed)},
         {"distinct", columns[c].distinct.size()},
         {"empty", columns[c].empty},
         {"mean_length", static_cast<double>(columns[c].characters) / static_cast<double>(table.size())}});
  }
  return all;
}

json first_rows(const RowTable& table) {
  constexpr size_t kShown = 5;
  json rows = json::array();
  for (size_t row = 0; row < std::min(kShown, table.size()); ++row) {
    json fields = json::array();
    for (size_t c = 0; c < table.columns.size(); ++c) fields.push_back(table.field(row, c));
    rows.push_back(std::move(fields));
  }
  return rows;
}

// The rows that can be used, with the number of each one's class.
struct Usable {
  Texts texts;
  std::vector<int> labels;
  std::vector<std::pair<std::string, size_t>> classes;
  std::map<std::string, std::vector<size_t>> problems;
};

Usable usable(const RowTable& table) {
  Usable rows;
  std::map<std::string, int> ids;
  for (size_t row = 0; row < table.size(); ++row) {
    std::string text = table.field(row, table.text.front());
    const std::string label(trimmed(table.label ? table.field(row, *table.label) : std::string()));
    if (table.width > 0 && is_too_wide({0, table.rows[row]}, table.width)) continue;  // remarks name it
    if (trimmed(text).empty()) {
      rows.problems["no text"].push_back(table.lines[row]);
    } else if (table.label && label.empty()) {
      rows.problems["no label"].push_back(table.lines[row]);
    } else {
      if (!utf8::is_valid(text)) rows.problems["not UTF-8"].push_back(table.lines[row]);
      const auto [place, added] = ids.emplace(label, static_cast<int>(ids.size()));
      if (added) rows.classes.emplace_back(label, 0);
      ++rows.classes[static_cast<size_t>(place->second)].second;
      rows.labels.push_back(place->second);
      rows.texts.push_back(std::move(text));
    }
  }
  return rows;
}

json word_counts(const Texts& texts) {
  std::vector<size_t> counts;
  for (const std::string& text : texts) {
    size_t words = 0;
    for (size_t at = text.find_first_not_of(kBlank); at != std::string::npos; ++words) {
      at = text.find_first_of(kBlank, at);
      at = at == std::string::npos ? at : text.find_first_not_of(kBlank, at);
    }
    counts.push_back(words);
  }
  if (counts.empty()) return nullptr;
  std::sort(counts.begin(), counts.end());
  return {{"shortest", counts.front()},
          {"median", counts[counts.size() / 2]},
          {"long", counts[counts.size() * 95 / 100]},
          {"longest", counts.back()}};
}

void find_duplicates(const Usable& rows, json& look) {
  std::map<std::string_view, std::vector<size_t>> places;
  for (size_t row = 0; row < rows.texts.size(); ++row) places[rows.texts[row]].push_back(row);
  std::vector<int> part_of(rows.texts.size(), 0);
  const Split split = stratified_split(rows.labels, 0);
  for (const int row : split.validation) part_of[static_cast<size_t>(row)] = 1;
  for (const int row : split.test) part_of[static_cast<size_t>(row)] = 2;
  size_t texts = 0, all = 0, other_label = 0, in_two_parts = 0;
  for (const auto& [text, where] : places) {
    if (where.size() < 2) continue;
    std::set<int> labels, parts;
    for (const size_t row : where) {
      labels.insert(rows.labels[row]);
      parts.insert(part_of[row]);
    }
    ++texts;
    all += where.size();
    other_label += labels.size() > 1 ? 1 : 0;
    in_two_parts += parts.size() > 1 ? 1 : 0;
  }
  look["duplicates"] = {{"texts", texts}, {"rows", all}, {"other_label", other_label}};
  look["in_two_parts"] = in_two_parts;
}

json problems_of(const RowTable& table, const Usable& rows) {
  constexpr size_t kLines = 10;
  json problems = table.remarks;
  for (const auto& [what, lines] : rows.problems) {
    std::string said = lines.size() == 1 ? "line" : "lines";
    for (size_t i = 0; i < std::min(kLines, lines.size()); ++i)
      said += (i == 0 ? " " : ", ") + std::to_string(lines[i]);
    if (lines.size() > kLines) said += " and " + std::to_string(lines.size() - kLines) + " more";
    problems.push_back(said + ": " + what);
  }
  return problems;
}

json doubts_of(const RowTable& table, const Usable& rows) {
  json doubts = json::array();
  const size_t n = rows.texts.size(), classes = rows.classes.size();
  if (!table.label) {
    doubts.push_back("no column holds labels: data.label_column names one");
    return doubts;
  }
  const std::string column = "the column \"" + table.columns[*table.label] + "\"";
  if (classes > 20 && 2 * classes > n)
    doubts.push_back(std::to_string(classes) + " of " + std::to_string(n) + " values of " + column +
                     " are different: is this column an id?");
  std::map<std::string, size_t> counts(rows.classes.begin(), rows.classes.end());
  for (const std::string& doubt : label_doubts(counts, column)) doubts.push_back(doubt);
  if (classes == 1)
    doubts.push_back("all rows have one label in " + column + ": nothing can be learned from it");
  return doubts;
}

json classes_of(std::vector<std::pair<std::string, size_t>> classes) {
  constexpr size_t kMost = 100;
  std::stable_sort(classes.begin(), classes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (classes.size() > kMost) classes.resize(kMost);
  json all = json::array();
  for (const auto& [label, n] : classes) all.push_back({{"label", label}, {"n", n}});
  return all;
}

json settings_of(const RowTable& table) {
  json settings = json::array();
  const auto name = [&](size_t column) { return table.columns[column]; };
  if (table.text_is_guessed || table.label_is_guessed) {
    settings.push_back("data.text_column=" + name(table.text.front()));
    if (table.label) settings.push_back("data.label_column=" + name(*table.label));
  }
  return settings;
}

}  // namespace

json look_at(const std::string& file, const std::string& format, const std::vector<std::string>& set) {
  const RowTable table = read_row_table(file, format, set);
  const std::vector<Column> columns = columns_of(table);
  const Usable rows = usable(table);
  const bool delimited = table.format == "csv" || table.format == "tsv";
  json look{{"file", file},
            {"format", table.read_as},
            {"encoding", table.encoding},
            {"delimiter", delimited ? json(std::string(1, table.delimiter)) : json()},
            {"header", table.has_header},
            {"rows", table.size()},
            {"columns", describe_columns(table, columns)},
            {"first", first_rows(table)},
            {"classes", table.label ? classes_of(rows.classes) : json::array()},
            {"class_count", table.label ? rows.classes.size() : 0},
            {"words", word_counts(rows.texts)},
            {"problems", problems_of(table, rows)},
            {"settings", settings_of(table)},
            {"doubts", doubts_of(table, rows)}};
  find_duplicates(rows, look);
  return look;
}

}  // namespace heed::session
