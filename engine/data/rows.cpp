#include "engine/data/rows.h"

#include <utf8.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/names.h"
#include "engine/data/encoding.h"
#include "engine/data/foreign_file.h"
#include "engine/data/gzip.h"

namespace heed {
namespace {

constexpr size_t kLinesShown = 10;

// Lines of old spreadsheets for the Mac end in a carriage return alone.
void mend_line_ends(std::string& text) {
  const size_t first = text.find_first_of("\r\n");
  if (first == std::string::npos || text[first] == '\n' || text.substr(first, 2) == "\r\n") return;
  if (text.substr(first, 3) == "\r\r\n") return;
  for (size_t i = first; i < text.size(); ++i)
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) text[i] = '\n';
}

}  // namespace

std::string line_list(const std::vector<size_t>& lines) {
  std::string text = lines.size() == 1 ? "line " : "lines ";
  for (size_t i = 0; i < lines.size() && i < kLinesShown; ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(lines[i]);
  if (lines.size() <= kLinesShown) return text;
  return std::to_string(lines.size()) + " rows, " + text + " and " +
         std::to_string(lines.size() - kLinesShown) + " more";
}

std::string_view trimmed(std::string_view text) {
  // No-break space, zero-width space and byte order mark, ideographic space.
  static const std::string_view kBlanks[] = {"\xc2\xa0", "\xe2\x80\x8b", "\xef\xbb\xbf", "\xe3\x80\x80"};
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; };
  for (bool more = true; more && !text.empty();) {
    more = false;
    if (is_blank(text.front())) text.remove_prefix(1), more = true;
    if (!text.empty() && is_blank(text.back())) text.remove_suffix(1), more = true;
    for (const std::string_view blank : kBlanks) {
      if (text.substr(0, blank.size()) == blank) text.remove_prefix(blank.size()), more = true;
      if (text.size() >= blank.size() && text.substr(text.size() - blank.size()) == blank)
        text.remove_suffix(blank.size()), more = true;
    }
  }
  return text;
}

void check_lines(std::string_view text, const std::string& file) {
  if (!text.empty() && (text[0] == '[' || text[0] == '{')) return;
  size_t line = 1;
  for (size_t at = 0, end = 0; end != std::string_view::npos; at = end + 1, ++line) {
    end = text.find('\n', at);
    check(std::min(end, text.size()) - at <= kLongestLine, "[", file, "] line ", line, " has more than ",
          kLongestLine, " bytes: expected lines of text.");
  }
}

std::string read_text(const std::string& path, const std::string& encoding, std::string* found) {
  std::string text = read_file(path, kLongestData);
  if (is_gzip(text)) text = gunzip(text, path);
  const std::string foreign = foreign_kind(text);
  check(foreign.empty(), "[", path, "] ", foreign, ".");
  const std::string in = encoding.empty() ? encoding_of(text) : encoding;
  text = as_utf8(std::move(text), in, path);
  mend_line_ends(text);
  check_lines(text, path);
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

std::vector<Row> split_fields(std::string_view text, char separator) {
  std::vector<Row> rows;
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (line.empty()) continue;
    Row row{number, {}, number};
    for (size_t at = 0, end = 0; end != std::string_view::npos; at = end + 1) {
      end = line.find(separator, at);
      std::string_view field = line.substr(at, end == std::string_view::npos ? end : end - at);
      row.fields.emplace_back(field);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void RowCollector::begin(const std::string& file) {
  file_ = file;
  files_.push_back(file);
  rows_before_ = rows_.size();
  problems_.clear();
}

std::string RowCollector::read(const std::string& file, const std::string& encoding, std::string* said) {
  begin(file);
  std::string found, text = read_text(file, encoding, &found);
  if (const size_t line = misread_line(text); line > 0)
    remark("line " + std::to_string(line) +
           " reads like UTF-8 that was taken for Latin-1 and saved so (\"Ã©\" for \"é\"): save the file anew "
           "from where it came.");
  if (said != nullptr)
    *said = found;
  else if (encoding.empty() && found != "utf-8")
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

namespace {

// What spreadsheets and scripts write where there is nothing.
bool stands_for_nothing(std::string_view text) {
  static const std::string_view kNames[] = {"nan",  "NaN",  "NAN",  "NA",   "N/A",
                                            "<NA>", "#N/A", "null", "NULL", "None"};
  return std::find(std::begin(kNames), std::end(kNames), text) != std::end(kNames);
}

bool is_cut_by_excel(const std::string& text) {
  constexpr size_t kMostInCell = 32767;
  return text.size() >= kMostInCell && std::count_if(text.begin(), text.end(), [](char b) {
                                         return (b & 0xC0) != 0x80;
                                       }) == static_cast<std::ptrdiff_t>(kMostInCell);
}

}  // namespace

void RowCollector::add(Place place, std::string text, std::string label, int group) {
  const size_t line = place.line;
  if (trimmed(text).empty()) return leave_out(line, "no text");
  if (trimmed(label).empty()) return leave_out(line, "no label");
  if (!utf8::is_valid(label.begin(), label.end())) return leave_out(line, "a label that is not UTF-8");
  if (label_map_.empty() || label_map_.count(label) == 0) {
    const std::string bare(trimmed(label));
    if (bare != label) doubt(line, "spaces around the label, which are not read");
    label = bare;
  }
  if (!label_map_.empty()) {
    const auto mapped = label_map_.find(label);
    if (mapped == label_map_.end())
      return leave_out(line, "the label \"" + label + "\" is not in the label_map");
    label = mapped->second;
  }
  if (!utf8::is_valid(text.begin(), text.end()))
    doubt(line, "not UTF-8, kept: the bytes that are not are read as U+FFFD");
  if (stands_for_nothing(text))
    doubt(line, "the text is \"" + text + "\", which often stands for a missing one; kept");
  if (stands_for_nothing(label))
    doubt(line, "the label \"" + label + "\" often stands for a missing one; kept as a class");
  if (is_cut_by_excel(text)) doubt(line, "a text of 32,767 characters, where Excel cuts cells off; kept");
  const auto file = static_cast<int>(files_.size()) - 1;
  rows_.push_back({std::move(text), std::move(label), group, file, place.number});
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
