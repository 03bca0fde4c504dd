#include "engine/models/anatomy.h"

#include "engine/nn/transformer_layer.h"

namespace heed {

std::vector<std::string> map_names(const Anatomy& anatomy) {
  std::vector<std::string> names;
  for (const AttentionPoint& map : anatomy.maps) names.push_back(map.name);
  return names;
}

std::vector<AttentionPoint> self_attention(const std::vector<nn::TransformerLayer>& layers,
                                           bool from_products) {
  std::vector<AttentionPoint> points;
  for (size_t l = 0; l < layers.size(); ++l) {
    const nn::Attention& a = layers[l].attention;
    points.push_back({a.name + ".weights", "self", static_cast<int>(l), a.sizes.heads,
                      !a.mechanism || a.mechanism->normalised(), from_products && !a.sizes.capped,
                      a.sizes.reach, a.sizes.causal});
  }
  return points;
}

std::vector<std::string> word_tables(const Parameters& parameters) {
  std::vector<std::string> found;
  for (const char* name : {"embeddings.words.weight", "embedding.weight", "pieces.weight", "phrases.weight"})
    if (parameters.has(name)) found.emplace_back(name);
  return found;
}

std::vector<std::string> numbered(const std::string& before, int64_t count, const std::string& behind) {
  std::vector<std::string> names;
  for (int64_t l = 0; l < count; ++l) names.push_back(before + std::to_string(l) + behind);
  return names;
}

void describe_layers(Anatomy& a, const std::string& before, int64_t layers, int64_t groups) {
  int64_t last = -1;
  int nth = 0;
  for (int64_t l = 0; l < layers; ++l) {
    const int64_t group = l * groups / layers;
    nth = group == last ? nth + 1 : 0;
    last = group;
    const std::string weights = before + std::to_string(group);
    a.layers.push_back({weights, nth});
    a.summed.push_back({{{weights + ".attention.value.weight", nth}}, weights + ".attention.out.weight"});
  }
}

}  // namespace heed
