// What tests of networks that write have in common: texts as batches, and stored weights by our names.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/models/causal_network.h"
#include "engine/models/weight_names.h"
#include "engine/nn/text_batch.h"

namespace heed::test {

// A family's network, as its config.json says.
inline std::unique_ptr<CausalNetwork> causal_of(const Architecture& family, const nlohmann::json& config,
                                                std::optional<uint64_t> seed = {},
                                                DType dtype = DType::kFloat32) {
  auto made = family.make(config, "folder/config.json", {}, seed, dtype);
  return std::unique_ptr<CausalNetwork>(dynamic_cast<CausalNetwork*>(made.release()));
}
inline const WeightRules& rules_of(const Architecture& family) {
  return family.library->layout().names;
}

inline TextBatch text_of(const std::vector<int32_t>& ids) {
  TextBatch batch;
  batch.ids = Tensor::list(ids);
  batch.sentences = Spans::packed({static_cast<int32_t>(ids.size())});
  return batch;
}

// The likeliest token of the last row of scores.
inline int32_t last_likeliest(const Tensor& scores) {
  const auto* first = scores.data<float>() + (scores.size(0) - 1) * scores.size(1);
  return static_cast<int32_t>(std::max_element(first, first + scores.size(1)) - first);
}

// As the library's files have them; `prefix` stands before their names, `heads` are the network's.
inline std::map<std::string, Tensor> in_our_names(const WeightRules& rules,
                                                  const std::map<std::string, Tensor>& stored,
                                                  const std::string& prefix = "", int64_t heads = 1) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : stored) names.push_back(name.substr(prefix.size()));
  std::map<std::string, Tensor> ours;
  for (const auto& [name, place] : find_weights(rules, names, heads))
    ours[name] = place.ours(stored.at(prefix + place.name));
  return ours;
}

}  // namespace heed::test
