#include "native/studio/parts/aligned.h"

#include <algorithm>

namespace heed::studio {

std::vector<AlignedColumn> aligned(const std::vector<std::string>& own,
                                   const std::vector<std::string>& other) {
  const size_t width = other.size() + 1;
  std::vector<size_t> cost((own.size() + 1) * width);  // of the first i and j words
  auto at = [&](size_t i, size_t j) -> size_t& { return cost[i * width + j]; };
  auto both = [&](size_t i, size_t j) { return at(i - 1, j - 1) + (own[i - 1] == other[j - 1] ? 0 : 1); };
  for (size_t i = 0; i <= own.size(); ++i)
    for (size_t j = 0; j <= other.size(); ++j) {
      if (i == 0 || j == 0)
        at(i, j) = i + j;
      else
        at(i, j) = std::min({both(i, j), at(i - 1, j) + 1, at(i, j - 1) + 1});
    }
  std::vector<AlignedColumn> columns;
  for (size_t i = own.size(), j = other.size(); i + j > 0;) {
    const bool has_both = i > 0 && j > 0;
    if (has_both && at(i, j) == both(i, j))
      columns.push_back({--i, --j});
    else if (i > 0 && at(i, j) == at(i - 1, j) + 1)
      columns.push_back({--i, std::nullopt});
    else
      columns.push_back({std::nullopt, --j});
  }
  std::reverse(columns.begin(), columns.end());
  return columns;
}

std::string name_of(const AlignedColumn& column, const std::vector<std::string>& own,
                    const std::vector<std::string>& other) {
  if (!column.own) return "+ " + other[*column.other];
  if (!column.other) return "− " + own[*column.own];
  const std::string &first = own[*column.own], &second = other[*column.other];
  return first == second ? first : first + " → " + second;
}

}  // namespace heed::studio
