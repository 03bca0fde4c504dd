#include "engine/data/delimiter.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/base/error.h"
#include "engine/data/columns.h"
#include "engine/data/rows.h"

namespace heed {
namespace {

constexpr char kDelimiters[] = {',', ';', '\t', '|'};
constexpr size_t kBytesSeen = 1 << 14, kRowsSeen = 50;

// The text up to the end of a line, where it is long.
std::string_view beginning(std::string_view text) {
  if (text.size() <= kBytesSeen) return text;
  const size_t end = text.rfind('\n', kBytesSeen);
  return text.substr(0, end == std::string_view::npos ? kBytesSeen : end);
}

// How well a delimiter fits: whether it tells usual names apart, the share of rows with the usual number of
// fields.
std::tuple<double, bool> fit(std::string_view text, char delimiter) {
  size_t unclosed = 0;
  std::vector<Row> rows = split_csv(text, &unclosed, delimiter);
  if (rows.size() > kRowsSeen) rows.resize(kRowsSeen);
  if (rows.empty()) return {0, false};
  std::map<size_t, size_t> counts;
  for (const Row& row : rows) ++counts[row.fields.size()];
  const auto usual = std::max_element(counts.begin(), counts.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  const bool named =
      position_of(usual_text_names(), rows[0].fields) && position_of(usual_label_names(), rows[0].fields);
  const double share = static_cast<double>(usual->second) / static_cast<double>(rows.size());
  return {usual->first < 2 ? 0 : share, named};
}

char delimiter_named(const std::string& name) {
  if (name == "tab" || name == "\\t") return '\t';
  if (name.size() != 1 || name == "\"" || name == "\n" || name == "\r")
    fail<UsageError>("[data] the delimiter \"", name, "\" is none: expected one character, or tab.");
  return name[0];
}

}  // namespace

char delimiter_of(std::string_view text, const std::string& asked) {
  if (!asked.empty()) return delimiter_named(asked);
  const std::string_view seen = beginning(text);
  char best = ',';
  auto best_fit = fit(seen, best);
  for (const char delimiter : kDelimiters)
    if (const auto other = fit(seen, delimiter); other > best_fit) {
      best = delimiter;
      best_fit = other;
    }
  return best;
}

std::string name_of_delimiter(char delimiter) {
  if (delimiter == ',') return "a comma";
  if (delimiter == ';') return "a semicolon";
  if (delimiter == '\t') return "a tab";
  return std::string("\"") + delimiter + "\"";
}

}  // namespace heed
