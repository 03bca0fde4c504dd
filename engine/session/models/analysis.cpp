// What an attention map comes down to: what each token receives, and the strongest pairs.
#include "engine/session/models/analysis.h"

#include <algorithm>

#include "engine/session/models/inside/model_impl.h"

namespace heed::session {
namespace {

// Per token: what the last layer's queries give it, heads averaged.
std::vector<double> received(const AttentionMap& map) {
  std::vector<double> sum(static_cast<size_t>(map.S), 0.0);
  for (size_t i = 0; i < map.weights.size(); ++i)
    sum[i % static_cast<size_t>(map.S)] += static_cast<double>(map.weights[i]) / static_cast<double>(map.H);
  return sum;
}

std::vector<Pair> strongest(const AttentionMap& map, int top) {
  if (map.kind == "pooling" || top <= 0) return {};
  std::vector<size_t> order(map.weights.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const size_t n = std::min(order.size(), static_cast<size_t>(top));
  // Equal weights come in the order of their cells, which is the same everywhere.
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), order.end(),
                    [&](size_t a, size_t b) {
                      return map.weights[a] != map.weights[b] ? map.weights[a] > map.weights[b] : a < b;
                    });
  std::vector<Pair> pairs;
  for (size_t i = 0; i < n; ++i) {
    const auto cell = static_cast<int64_t>(order[i]);
    pairs.push_back({map.layer, static_cast<int>(cell / (map.T * map.S)),
                     static_cast<int>(cell / map.S % map.T), static_cast<int>(cell % map.S),
                     static_cast<double>(map.weights[order[i]])});
  }
  return pairs;
}

}  // namespace

void summarise_attention(Analysis& analysis, int top) {
  if (!analysis.attention.empty()) summarise_attention(analysis.attention.back(), analysis, top);
}

void summarise_attention(const AttentionMap& map, Analysis& analysis, int top) {
  if (map.weights.empty()) return;
  analysis.received = received(map);
  analysis.top_pairs = strongest(map, top);
}

std::vector<float> head_of(const AttentionMap& map, int head) {
  const auto cells = static_cast<size_t>(map.T * map.S);
  const auto first = map.weights.begin() + static_cast<std::ptrdiff_t>(cells) * std::max(head, 0);
  std::vector<float> weights(first, first + static_cast<std::ptrdiff_t>(cells));
  if (head != Heads::kMean) return weights;
  for (size_t i = cells; i < map.weights.size(); ++i) weights[i % cells] += map.weights[i];
  for (float& weight : weights) weight /= static_cast<float>(map.H);
  return weights;
}

bool knows_no_word(const Analysis& analysis) {
  const auto is_word = [](const Token& token) {
    return !token.special && std::any_of(token.text.begin(), token.text.end(), [](unsigned char c) {
      return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    });
  };
  bool any = false;
  for (const Token& token : analysis.tokens) {
    if (!is_word(token)) continue;
    if (token.known) return false;
    any = true;
  }
  return any;
}

}  // namespace heed::session
