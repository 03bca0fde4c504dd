#include "engine/data/cooccurrence.h"

#include <algorithm>

#include "engine/base/error.h"

namespace heed {
namespace {

// Where each word stands: places of word i are place[begin[i]] … place[begin[i + 1] - 1].
struct Places {
  std::vector<int64_t> begin;
  std::vector<uint32_t> place;

  Places(const std::vector<int32_t>& tokens, int32_t V) : begin(static_cast<size_t>(V) + 1, 0) {
    for (int32_t token : tokens)
      if (token >= 0) ++begin[static_cast<size_t>(token) + 1];
    for (size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    place.resize(static_cast<size_t>(begin.back()));
    std::vector<int64_t> next(begin.begin(), begin.end() - 1);
    for (size_t n = 0; n < tokens.size(); ++n)
      if (tokens[n] >= 0)
        place[static_cast<size_t>(next[static_cast<size_t>(tokens[n])]++)] = static_cast<uint32_t>(n);
  }
};

}  // namespace

std::vector<Cooccurrence> count_cooccurrences(const std::vector<int32_t>& tokens, int32_t V, int window) {
  check(tokens.size() < UINT32_MAX, "[cooccurrence] ", tokens.size(),
        " tokens: at most 4294967294 are counted.");
  const Places places(tokens, V);
  std::vector<Cooccurrence> counts;
  std::vector<double> row(static_cast<size_t>(V), 0.0);
  std::vector<int32_t> touched;
  // Row by row: the sums of one word lie in a few kilobytes, and come out in the order of the places.
  for (int32_t i = 0; i < V; ++i) {
    touched.clear();
    auto meet = [&](int32_t j, int distance) {
      if (j < 0) return;
      double& sum = row[static_cast<size_t>(j)];
      if (sum == 0) touched.push_back(j);
      sum += 1.0 / distance;
    };
    for (int64_t p = places.begin[static_cast<size_t>(i)]; p < places.begin[static_cast<size_t>(i) + 1];
         ++p) {
      const auto n = static_cast<int64_t>(places.place[static_cast<size_t>(p)]);
      for (int d = 1; d <= window && n - d >= 0; ++d) {
        if (tokens[static_cast<size_t>(n - d)] == kLineEnd) break;
        meet(tokens[static_cast<size_t>(n - d)], d);
      }
      for (int d = 1; d <= window && n + d < static_cast<int64_t>(tokens.size()); ++d) {
        if (tokens[static_cast<size_t>(n + d)] == kLineEnd) break;
        meet(tokens[static_cast<size_t>(n + d)], d);
      }
    }
    std::sort(touched.begin(), touched.end());
    for (int32_t j : touched) {
      counts.push_back({i, j, static_cast<float>(row[static_cast<size_t>(j)])});
      row[static_cast<size_t>(j)] = 0;
    }
  }
  return counts;
}

}  // namespace heed
