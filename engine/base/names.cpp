#include "engine/base/names.h"

#include <algorithm>

namespace heed {

void append_name(std::string& names, std::string_view name) {
  if (!names.empty()) names += ", ";
  names += name;
}

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) append_name(all, name);
  return all;
}

namespace {

// Optimal string alignment (Damerau and Levenshtein): edits of one letter, and swaps of neighbours.
size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t other = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + other});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  size_t fewest = std::min<size_t>(2, word.empty() ? 0 : (word.size() - 1) / 2);
  std::string best;
  for (const std::string& name : names)
    if (const size_t edits = edits_between(word, name); edits <= fewest && (best.empty() || edits < fewest)) {
      best = name;
      fewest = edits;
    }
  return best;
}

}  // namespace heed
