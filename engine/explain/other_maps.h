// What the answer would be had attention lain elsewhere: other weights of the last map, everything else as it
// was (Jain & Wallace 2019; Wiegreffe & Pinter 2019).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/explain/map_answers.h"

namespace heed::explain {

struct OtherMaps {
  Matrix logits;                     // [maps, C]
  std::vector<double> tvd;           // ½ Σ |p - p'| of the classes' probabilities
  std::vector<double> js_output;     // Jensen–Shannon divergence of them, in nats
  std::vector<double> js_attention;  // of the map's rows, on average
};

// Each of `maps` is a whole last map, [H, T, S].
OtherMaps with_maps(const MapAnswers& answers, const std::vector<std::vector<double>>& maps);
OtherMaps with_maps(const Subject& subject, const EncodedText& text,
                    const std::vector<std::vector<double>>& maps);

// Maps to try. `map` is the last one; a query sees keys up to `reach` away (AttentionPoint).
std::vector<double> even(const Map& map, int64_t reach = -1);
// Each row's weights in another order; heads and rows each have their own.
std::vector<double> permuted(const Map& map, uint64_t seed);
// Key `s` gets nothing; the other keys of each row share what it had, in proportion.
std::vector<double> without_key(const Map& map, int64_t s);

// `count` permutations, drawn from `seed`.
struct Permutations {
  OtherMaps changes;
  double largest_weight = 0;  // of the map
  double median_tvd = 0, largest_tvd = 0;
  // The map furthest from the model's own (largest js_attention) that leaves the answer: tvd ≤ 0.05; 0: none
  // does. adversarial.h searches for a further one.
  double unnoticed_js = 0;
};
Permutations permutations(const MapAnswers& answers, int count = 100, uint64_t seed = 0);
Permutations permutations(const Subject& subject, const EncodedText& text, int count = 100,
                          uint64_t seed = 0);

}  // namespace heed::explain
