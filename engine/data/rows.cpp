#include "engine/data/rows.h"

#include <utf8.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/names.h"
#include "engine/data/encoding.h"
#include "engine/data/gzip.h"

namespace heed {
namespace {

constexpr size_t kLinesShown = 10;

std::string line_list(const std::vector<size_t>& lines) {
  std::string text = lines.size() == 1 ? "line " : "lines ";
  for (size_t i = 0; i < lines.size() && i < kLinesShown; ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(lines[i]);
  if (lines.size() <= kLinesShown) return text;
  return std::to_string(lines.size()) + " rows, " + text + " and " +
         std::to_string(lines.size() - kLinesShown) + " more";
}

// Reads one field from `at` on, which is left on the delimiter or line end behind it. False: a quote is not
// closed.
bool read_csv_field(std::string_view text, char delimiter, size_t& at, std::string& field) {
  field.clear();
  if (at < text.size() && text[at] == '"') {
    for (++at;; ++at) {
      if (at == text.size()) return false;
      if (text[at] == '"' && (at + 1 == text.size() || text[at + 1] != '"')) break;
      if (text[at] == '"') ++at;
      field += text[at];
    }
    ++at;
  }
  for (; at < text.size() && text[at] != delimiter && text[at] != '\n'; ++at) field += text[at];
  bool ends_line = at == text.size() || text[at] == '\n';
  if (ends_line && !field.empty() && field.back() == '\r') field.pop_back();
  return true;
}

}  // namespace

std::string read_text(const std::string& path, const std::string& encoding, std::string* found) {
  std::string text = read_file(path);
  if (is_gzip(text)) text = gunzip(text, path);
  const std::string in = encoding.empty() ? encoding_of(text) : encoding;
  text = as_utf8(std::move(text), in, path);
  if (found != nullptr) *found = in;
  check(text.find_first_not_of(" \t\r\n") != std::string::npos, "[", path, "] is empty.");
  return text;
}

std::string find_text(const std::string& folder, const std::vector<std::string>& names) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return folder;
  std::string wanted;
  for (const std::string& name : names) {
    for (const char* ending : {"", ".gz"}) {
      const fs::path file = fs::path(folder) / (name + ending);
      if (fs::is_regular_file(file, ignored)) return file.string();
    }
    append_name(wanted, name);
  }
  fail("[", folder, "] is a folder without ", names.size() == 1 ? "" : "any of ", wanted,
       ": name the file that is to be read.");
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

std::vector<Row> split_csv(std::string_view text, size_t* unclosed, char delimiter) {
  std::vector<Row> rows;
  *unclosed = 0;
  size_t line = 1;
  std::string field;
  for (size_t at = 0; at < text.size(); ++at) {
    Row row{line, {}};
    for (size_t start = at;; start = ++at) {
      if (!read_csv_field(text, delimiter, at, field)) {
        *unclosed = row.line;
        return rows;
      }
      for (size_t i = start; i < at; ++i) line += text[i] == '\n' ? 1 : 0;
      row.fields.push_back(field);
      if (at >= text.size() || text[at] == '\n') break;
    }
    ++line;
    if (row.fields.size() > 1 || !row.fields[0].empty()) rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Row> split_fields(std::string_view text, char separator, bool unquote) {
  std::vector<Row> rows;
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (line.empty()) continue;
    Row row{number, {}};
    for (size_t at = 0, end = 0; end != std::string_view::npos; at = end + 1) {
      end = line.find(separator, at);
      std::string_view field = line.substr(at, end == std::string_view::npos ? end : end - at);
      bool quoted = unquote && field.size() >= 2 && field.front() == '"' && field.back() == '"';
      row.fields.emplace_back(quoted ? field.substr(1, field.size() - 2) : field);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void RowCollector::begin(const std::string& file) {
  file_ = file;
  rows_before_ = rows_.size();
  problems_.clear();
}

std::string RowCollector::read(const std::string& file, const std::string& encoding) {
  begin(file);
  std::string found, text = read_text(file, encoding, &found);
  if (encoding.empty() && found != "utf-8")
    remark("is read as " + found + (found == "windows-1252" ? " (Latin-1)" : "") +
           ", which is what it looks like: data.encoding says what it is.");
  return text;
}

void RowCollector::finish() {
  std::vector<std::string> messages;
  for (const auto& [reason, lines] : problems_)
    messages.push_back("[" + file_ + "] " + line_list(lines) + ": " + reason + ".");
  check(rows_.size() > rows_before_, messages.empty() ? "[" + file_ + "] holds no rows." : messages.front(),
        " No row of the file can be used.");
  warnings_.insert(warnings_.end(), messages.begin(), messages.end());
}

void RowCollector::add(size_t line, std::string text, std::string label, int group) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return leave_out(line, "no text");
  if (label.empty()) return leave_out(line, "no label");
  if (!utf8::is_valid(label.begin(), label.end())) return leave_out(line, "a label that is not UTF-8");
  if (!label_map_.empty()) {
    const auto mapped = label_map_.find(label);
    if (mapped == label_map_.end())
      return leave_out(line, "the label \"" + label + "\" is not in the label_map");
    label = mapped->second;
  }
  if (!utf8::is_valid(text.begin(), text.end()))
    problems_["not UTF-8, kept: the bytes that are not are read as U+FFFD"].push_back(line);
  rows_.push_back({std::move(text), std::move(label), group});
}

void RowCollector::leave_out(size_t line, const std::string& reason) {
  problems_[reason + "; left out"].push_back(line);
  ++left_out_;
}

void RowCollector::remark(const std::string& remark) {
  warnings_.push_back("[" + file_ + "] " + remark);
}

void RowCollector::use_labels(const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (const std::string& label : labels) {
    const auto mapped = label_map_.find(label);
    if (!label_map_.empty() && mapped == label_map_.end()) continue;
    const std::string& name = label_map_.empty() ? label : mapped->second;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  check(labels_.empty() || labels_ == names, "[", file_,
        "] has other classes than the files before it: read files of one kind together.");
  labels_ = std::move(names);
}

}  // namespace heed
