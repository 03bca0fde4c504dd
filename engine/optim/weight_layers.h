// Where a weight stands in a network, read off its name: "embeddings.…" below all layers, "encoder.<l>.…", or
// "decoder.<l>.…" of a network that writes, in layer l, everything else above them, in the head.
#pragma once

#include <optional>
#include <string_view>

#include "engine/nn/parameters.h"

namespace heed {

inline constexpr int64_t kBelowLayers = -1;
std::optional<int64_t> layer_of(std::string_view name);  // kBelowLayers, or l; none: above

// 1 + the largest l; layers that share their weights (ALBERT) are one.
int64_t count_layers(const Parameters& parameters);

// The learning rates of all weights times `factor` for each layer that stands above theirs (Howard & Ruder
// 2018, section 3.2): the last layer and the head learn as before, embeddings most slowly.
void decay_rates(const Parameters& parameters, double factor);

// Embeddings and the lowest `layers` layers require no gradient any more. Error where there are not so many.
void freeze_lowest(const Parameters& parameters, int64_t layers);

}  // namespace heed
