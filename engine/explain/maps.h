// Attention maps of one text as numbers, and the attributions that read them.
#pragma once

#include <string>
#include <vector>

#include "engine/explain/pass.h"
#include "engine/explain/target.h"

namespace heed::explain {

struct Map {
  int64_t H = 0, T = 0, S = 0;
  std::vector<double> weights;  // [H, T, S]; T = 1 of attention pooling

  double at(int64_t h, int64_t t, int64_t s) const {
    return weights[static_cast<size_t>((h * T + t) * S + s)];
  }
  Matrix mean() const;  // over the heads, [T, S]
};

// A map of the sizes that `point` says, over `tokens` tokens.
Map map_of(const AttentionPoint& point, const Matrix& weights, int64_t tokens);
// Maps of every layer, in one pass. Error for a network that does not attend.
std::vector<Map> maps_of(const Subject& subject, const EncodedText& text);
std::vector<std::string> map_points(const Anatomy& anatomy);

// What each token gets of the last layer's map, heads averaged and queries summed, [N]: the Analysis'
// "received".
std::vector<double> attention_received(const std::vector<Map>& maps);

// How the answer reads the last layer's rows: weights over the tokens, [N], summing to 1. `maps` are asked
// for where attention pools them.
std::vector<double> rows_read(const Subject& subject, const std::vector<Map>& maps, int64_t tokens);

// Σ over heads and queries of a ∂score/∂a, a the last map's weights as variables of their own, whatever made
// them (Serrano & Smith 2019; Barkan et al. 2021): [targets, N]. `gradient_alone`: ∂score/∂a without a.
Matrix attention_gradient(const Subject& subject, const EncodedText& text, const std::vector<Target>& targets,
                          bool gradient_alone = false);

}  // namespace heed::explain
