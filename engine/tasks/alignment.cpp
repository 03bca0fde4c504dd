#include "engine/tasks/alignment.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/tensor/pool.h"

namespace heed {
namespace {

constexpr size_t kMostPairs = 2000, kPairsAtATime = 64;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The number of each piece's word, by its last letter; -1 for what is no part of a word.
std::vector<int> words_of_pieces(const std::string& text, const std::vector<TextToken>& tokens) {
  std::vector<int> word_at(text.size(), -1);
  int word = -1;
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_blank(text[i])) continue;
    if (i == 0 || is_blank(text[i - 1])) ++word;
    word_at[i] = word;
  }
  std::vector<int> words;
  words.reserve(tokens.size());
  for (const TextToken& token : tokens)
    words.push_back(token.end > token.start ? word_at[static_cast<size_t>(token.end) - 1] : -1);
  return words;
}

int count_of(const std::vector<int>& words) {
  return words.empty() ? 0 : std::max(0, *std::max_element(words.begin(), words.end()) + 1);
}

// One pair's map [T, S], the mean of its heads.
struct PairMap {
  std::vector<double> weights;
  size_t T, S;

  size_t looks_at(size_t t) const {
    const auto row = weights.begin() + static_cast<std::ptrdiff_t>(t * S);
    return static_cast<size_t>(std::max_element(row, row + static_cast<std::ptrdiff_t>(S)) - row);
  }
};

PairMap mean_of_heads(const float* first, size_t H, size_t T, size_t S) {
  PairMap map{std::vector<double>(T * S, 0), T, S};
  for (size_t h = 0; h < H; ++h)
    for (size_t i = 0; i < T * S; ++i)
      map.weights[i] += static_cast<double>(first[h * T * S + i]) / static_cast<double>(H);
  return map;
}

// Weights of pieces, added up by word: each word of the target with the one that it looks at most.
Links links_of(const PairMap& map, const std::vector<int>& source, const std::vector<int>& target) {
  const auto words = static_cast<size_t>(count_of(source));
  std::vector<std::vector<double>> sums(static_cast<size_t>(count_of(target)), std::vector<double>(words, 0));
  for (size_t t = 0; t < std::min(map.T, target.size()); ++t)
    for (size_t s = 0; s < std::min(map.S, source.size()); ++s)
      if (target[t] >= 0 && source[s] >= 0)
        sums[static_cast<size_t>(target[t])][static_cast<size_t>(source[s])] += map.weights[t * map.S + s];
  Links links;
  for (size_t t = 0; t < sums.size() && words > 0; ++t) {
    const auto most = std::max_element(sums[t].begin(), sums[t].end());
    if (*most > 0) links.emplace(static_cast<int>(most - sums[t].begin()), static_cast<int>(t));
  }
  return links;
}

Links diagonal(int source, int target) {
  Links links;
  for (int t = 0; t < target && source > 0; ++t) links.emplace((2 * t + 1) * source / (2 * target), t);
  return links;
}

struct MapFigures {
  AttentionPoint point;
  int64_t steps = 0, forwards = 0;
  AlignmentError error = {}, of_diagonal = {};
};

void take_pair(MapFigures& figures, const PairMap& map, const TextPair& pair, const PieceEncoder& pieces) {
  for (size_t t = 1; t + 1 < map.T; ++t, ++figures.steps)  // the end of the text is no word
    figures.forwards += map.looks_at(t) >= map.looks_at(t - 1) ? 1 : 0;
  if (pair.links.empty()) return;
  const std::vector<int> source = words_of_pieces(pair.source, pieces.encode(pair.source).tokens);
  const std::vector<int> target = words_of_pieces(pair.target, pieces.encode(pair.target).tokens);
  const MarkedLinks marked = read_links(pair.links);
  figures.error.take(links_of(map, source, target), marked);
  figures.of_diagonal.take(diagonal(count_of(source), count_of(target)), marked);
}

}  // namespace

MarkedLinks read_links(const std::string& text) {
  MarkedLinks links;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    int source = -1, target = -1;
    char sign = 0, more = 0;
    std::istringstream parts(word);
    const bool read = static_cast<bool>(parts >> source >> sign);
    check(read && (sign == '-' || sign == '?') && parts >> target && !(parts >> more) && source >= 0 &&
              target >= 0,
          "[links] \"", word,
          "\": expected numbers of words from 0, such as 0-0, or 0?0 for a link that may ", "be left out.");
    links.possible.emplace(source, target);
    if (sign == '-') links.sure.emplace(source, target);
  }
  return links;
}

void AlignmentError::take(const Links& found, const MarkedLinks& marked) {
  for (const auto& link : found) hits_ += marked.sure.count(link) + marked.possible.count(link);
  most_ += found.size() + marked.sure.size();
}

double AlignmentError::rate() const {
  return most_ == 0 ? 0 : 1 - static_cast<double>(hits_) / static_cast<double>(most_);
}

nlohmann::json alignment_figures(const Network& network, const Device& device,
                                 const std::vector<AskedPair>& all, const PieceEncoder& pieces, int32_t end) {
  std::vector<MapFigures> maps;
  for (const AttentionPoint& point : network.attention())
    if (point.kind == "cross") maps.push_back({point});
  const size_t count = std::min(all.size(), kMostPairs);
  bool linked = false;
  Pool memory(*device.memory);
  for (size_t first = 0; first < count; first += kPairsAtATime) {
    std::vector<const PairIds*> pairs;
    for (size_t n = first; n < std::min(first + kPairsAtATime, count); ++n) pairs.push_back(all[n].ids);
    Trace trace;
    for (const MapFigures& map : maps) trace.watch(map.point.name);
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    ctx.trace = &trace;
    network.forward(ctx, pairs_batch(pairs, end).batch);
    for (MapFigures& map : maps) {
      const std::vector<float> weights = trace.find(map.point.name)->values<float>();
      const auto H = static_cast<size_t>(map.point.heads);
      const float* at = weights.data();
      for (size_t n = 0; n < pairs.size(); ++n) {
        const size_t T = pairs[n]->target.size(), S = pairs[n]->source.size();
        take_pair(map, mean_of_heads(at, H, T, S), *all[first + n].pair, pieces);
        linked = linked || !all[first + n].pair->links.empty();
        at += H * T * S;
      }
    }
  }
  nlohmann::json figures = nlohmann::json::array();
  for (const MapFigures& map : maps)
    figures.push_back(
        {{"map", map.point.name},
         {"layer", map.point.layer},
         {"monotone",
          static_cast<double>(map.forwards) / static_cast<double>(std::max<int64_t>(1, map.steps))},
         {"error", linked ? nlohmann::json(map.error.rate()) : nlohmann::json()},
         {"diagonal_error", linked ? nlohmann::json(map.of_diagonal.rate()) : nlohmann::json()}});
  return figures;
}

}  // namespace heed
