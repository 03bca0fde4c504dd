#include "engine/data/format_guess.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/json_parse.h"
#include "engine/data/columns.h"
#include "engine/data/delimiter.h"
#include "engine/data/rows.h"

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLinesSeen = 20;

std::string format_of_folder(const fs::path& folder) {
  std::error_code ignored;
  for (const char* name : {"intent_pos", "intent_neg", "intent_pos.gz", "intent_neg.gz"})
    if (fs::exists(folder / name, ignored)) return "enron";
  for (const char* format : {"csv", "tsv", "jsonl"})
    for (const char* packed : {"", ".gz"})
      if (fs::exists(folder / (std::string("train.") + format + packed), ignored)) return format;
  return "lines";
}

std::string ending_of(const std::string& file) {
  const std::string ending = lower_ascii(fs::path(file).extension().string());
  return ending == ".gz" ? ending_of(file.substr(0, file.size() - 3)) : ending;
}

std::string format_of_ending(const std::string& ending) {
  if (ending == ".csv" || ending == ".psv") return "csv";
  if (ending == ".tsv" || ending == ".tab") return "tsv";
  if (ending == ".jsonl" || ending == ".ndjson") return "jsonl";
  return ending == ".json" ? "json" : "";
}

// A row: at least one of its values is no list and no object.
bool is_json_row(std::string_view line) {
  const auto object = json_or_discarded(line);
  return object.is_object() &&
         std::any_of(object.begin(), object.end(), [](const auto& value) { return !value.is_structured(); });
}

// Objects of JSON, each on a line of its own or in a list.
std::string format_of_json(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  if (text[0] == '{' && is_json_row(line)) return "jsonl";
  return text[0] == '{' ||
                 text.substr(1, text.find_first_not_of(" \t\r\n", 1)).find('{') != std::string_view::npos
             ? "json"
             : "";
}

bool is_fasttext(std::string_view text) {
  size_t lines = 0, labelled = 0;
  while (!text.empty() && lines < kLinesSeen) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    ++lines;
    labelled += line.substr(0, 9) == "__label__" || line.find(" __label__") != std::string_view::npos ? 1 : 0;
  }
  return labelled > 0 && 10 * labelled >= 9 * lines;
}

}  // namespace

std::string format_of_text(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  if (text[begin] == '[' || text[begin] == '{')
    if (std::string json = format_of_json(text.substr(begin)); !json.empty()) return json;
  if (is_fasttext(text)) return "fasttext";
  if (!looks_like_table(text)) return "";
  return dialect_of(text).delimiter == '\t' ? "tsv" : "csv";
}

std::string format_of_file(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return format_of_folder(path);
  std::string by_ending = format_of_ending(ending_of(path));
  if (!fs::exists(path, ignored) || fs::file_size(path, ignored) == 0) return by_ending;
  const std::string seen = format_of_text(read_text(path));
  if (seen.empty() || by_ending == seen) return by_ending;
  // A table is what its name says, unless no tab stands between the fields of a .tsv.
  const bool table = by_ending == "csv" || (by_ending == "tsv" && seen != "csv");
  return table && (seen == "csv" || seen == "tsv") ? by_ending : seen;
}

}  // namespace heed
