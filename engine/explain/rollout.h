// Attention followed through all layers (Abnar & Zuidema 2020), heads averaged: how much of each input token
// is in each state, if every layer did nothing but mix.
#pragma once

#include <vector>

#include "engine/explain/maps.h"

namespace heed::explain {

// What a layer mixes, [to, from]: its map, and where layers add to what they read half of it beside half of
// the state itself; each row divided by its sum.
Matrix mixture(const Map& map, bool residual);

// R_l = A_l R_{l-1}, R_{-1} = I: [to, from] after each layer.
std::vector<Matrix> rollout(const std::vector<Map>& maps, bool residual);

// The share of each token in what the answer is read from, [N].
std::vector<double> rollout_received(const Subject& subject, const EncodedText& text);

// The same as a flow of water: the maps are pipes from the rows that are read down to the inputs, and a
// token's value is the most that could reach it alone (the maximum flow, Ford & Fulkerson 1956). Error for
// more than kMostFlowTokens tokens.
inline constexpr int64_t kMostFlowTokens = 128;
std::vector<double> flow_received(const Subject& subject, const EncodedText& text);
// The flow through mixtures [to, from], the last layer's last; `read` [N] are the rows that are read.
std::vector<double> flow_received(const std::vector<Matrix>& mixtures, const std::vector<double>& read);

}  // namespace heed::explain
