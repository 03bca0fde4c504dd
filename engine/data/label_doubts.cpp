#include "engine/data/label_doubts.h"

#include <algorithm>

#include "engine/base/names.h"
#include "engine/data/columns.h"

namespace heed {
namespace {

constexpr size_t kListed = 4;

std::string quoted(const std::vector<std::string>& names) {
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kListed); ++i) append_name(list, "\"" + names[i] + "\"");
  return names.size() > kListed ? list + " and " + std::to_string(names.size() - kListed) + " more" : list;
}

// Letters in lower case, without spaces, dashes and underscores.
std::string bare(const std::string& name) {
  std::string kept;
  for (const char c : lower_ascii(name))
    if (c != ' ' && c != '\t' && c != '-' && c != '_') kept += c;
  return kept.empty() ? name : kept;
}

void doubt_alike(const std::map<std::string, size_t>& counts, std::vector<std::string>& doubts) {
  std::map<std::string, std::vector<std::string>> alike;
  for (const auto& [name, n] : counts) alike[bare(name)].push_back(name);
  for (const auto& [ignored, names] : alike)
    if (names.size() > 1)
      doubts.push_back("the classes " + quoted(names) +
                       " differ by case or spaces alone: data.label_map can make one of them");
}

// "a|b" beside "a" and "b", or most names with one of these signs in them.
void doubt_several(const std::map<std::string, size_t>& counts, std::vector<std::string>& doubts) {
  for (const char separator : {'|', ';', ',', '/', '+', '&'}) {
    std::vector<std::string> several;
    size_t of_classes = 0;
    for (const auto& [name, n] : counts) {
      const size_t at = name.find(separator);
      if (at == std::string::npos || at == 0 || at + 1 == name.size()) continue;
      several.push_back(name);
      of_classes += counts.count(std::string(trimmed(std::string_view(name).substr(0, at)))) > 0 ? 1 : 0;
    }
    const bool is_list = separator == '|' || separator == ';' || separator == ',';
    if (several.empty() || !(of_classes > 0 || (is_list && 2 * several.size() > counts.size()))) continue;
    doubts.push_back(
        "labels such as " + quoted(several) +
        " look like several labels in one: each is a class of its own, since Heed learns one label "
        "per text");
    return;
  }
}

bool is_decimal(const std::string& name) {
  return name.find_first_not_of("0123456789.,-+eE") == std::string::npos &&
         name.find_first_of("0123456789") != std::string::npos;
}

void doubt_numbers(const std::map<std::string, size_t>& counts, const std::string& column,
                   std::vector<std::string>& doubts) {
  constexpr size_t kFew = 20;
  if (counts.size() <= kFew) return;
  const auto numbers = static_cast<size_t>(
      std::count_if(counts.begin(), counts.end(), [](const auto& one) { return is_decimal(one.first); }));
  if (10 * numbers >= 9 * counts.size())
    doubts.push_back(column + " holds " + std::to_string(counts.size()) +
                     " different numbers: is it a score? Heed learns each as a class, not a value; "
                     "data.label_column names another column, data.label_map makes ranges of them");
}

}  // namespace

std::vector<std::string> label_doubts(const std::map<std::string, size_t>& counts,
                                      const std::string& column) {
  std::vector<std::string> doubts;
  doubt_alike(counts, doubts);
  doubt_several(counts, doubts);
  doubt_numbers(counts, column, doubts);
  return doubts;
}

}  // namespace heed
