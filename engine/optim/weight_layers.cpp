#include "engine/optim/weight_layers.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed {
namespace {

bool starts(std::string_view name, std::string_view with) {
  return name.substr(0, with.size()) == with;
}

}  // namespace

std::optional<int64_t> layer_of(std::string_view name) {
  constexpr std::string_view kLayers = "encoder.", kWriting = "decoder.";
  static_assert(kLayers.size() == kWriting.size());
  for (const char* table : {"embeddings.", "embedding.", "pieces."})
    if (starts(name, table)) return kBelowLayers;
  if (!starts(name, kLayers) && !starts(name, kWriting)) return std::nullopt;
  const std::string_view number = name.substr(kLayers.size());
  int64_t layer = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), layer);
  const bool whole = error == std::errc() && layer >= 0 && end < number.data() + number.size() && *end == '.';
  return whole ? std::optional(layer) : std::nullopt;
}

int64_t count_layers(const Parameters& parameters) {
  int64_t count = 0;
  for (const Variable& parameter : parameters.all())
    count = std::max(count, layer_of(parameter.node().name).value_or(kBelowLayers) + 1);
  return count;
}

void decay_rates(const Parameters& parameters, double factor) {
  const int64_t layers = count_layers(parameters);
  for (const Variable& parameter : parameters.all())
    if (const auto layer = layer_of(parameter.node().name))
      parameter.node().group.rate *= std::pow(factor, static_cast<double>(layers - 1 - *layer));
}

void freeze_lowest(const Parameters& parameters, int64_t layers) {
  const int64_t there = count_layers(parameters);
  check(layers <= there, "[train] ", layers, " layers are to be frozen: the network has ", there, ".");
  for (const Variable& parameter : parameters.all())
    if (const auto layer = layer_of(parameter.node().name); layer && *layer < layers)
      parameter.node().requires_grad = false;
}

}  // namespace heed
