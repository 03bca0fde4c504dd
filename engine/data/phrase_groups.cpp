#include "engine/data/phrase_groups.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "engine/base/fnv1a.h"
#include "engine/base/random.h"

namespace heed {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr uint64_t kBase = 0x9E3779B97F4A7C15u;

std::vector<uint64_t> word_hashes(std::string_view text) {
  std::vector<uint64_t> hashes;
  for (size_t at = text.find_first_not_of(kSpaces); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(kSpaces, at), text.size());
    hashes.push_back(mix64(fnv1a(text.substr(at, end - at))));
    at = text.find_first_not_of(kSpaces, end);
  }
  return hashes;
}

// The hash of a run of words, from that of the run without its last one.
uint64_t extended(uint64_t hash, uint64_t word) {
  return hash * kBase + word;
}

}  // namespace

// 64 bits keep a hundred thousand phrases apart; should two ever meet, a phrase goes into a wrong part of a
// split.
std::vector<int> phrase_groups(const std::vector<std::string_view>& texts) {
  std::vector<std::vector<uint64_t>> words;
  words.reserve(texts.size());
  for (std::string_view text : texts) words.push_back(word_hashes(text));
  std::unordered_map<uint64_t, std::vector<size_t>> texts_with;
  for (size_t i = 0; i < texts.size(); ++i) {
    const uint64_t hash = std::accumulate(words[i].begin(), words[i].end(), uint64_t{0}, extended);
    texts_with[hash].push_back(i);
  }
  std::vector<size_t> order(texts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return words[a].size() > words[b].size(); });
  std::vector<int> group(texts.size(), -1);
  int groups = 0;
  for (const size_t sentence : order) {
    if (group[sentence] >= 0) continue;
    const std::vector<uint64_t>& run = words[sentence];
    group[sentence] = groups;
    for (size_t first = 0; first < run.size(); ++first) {
      uint64_t hash = 0;
      for (size_t last = first; last < run.size(); ++last) {
        hash = extended(hash, run[last]);
        const auto found = texts_with.find(hash);
        if (found == texts_with.end()) continue;
        for (const size_t text : found->second)
          if (group[text] < 0) group[text] = groups;
      }
    }
    ++groups;
  }
  return group;
}

}  // namespace heed
