// How well a network says the hidden words of texts that it has not learned from.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "engine/tasks/corpus_figures.h"
#include "engine/tasks/masking.h"

namespace heed {

// Texts as one batch, a share of whose words is hidden; the labels are what stood there.
StepBatch hidden_batch(const std::vector<std::vector<int32_t>>& texts, const MaskingPieces& pieces,
                       const MaskingOptions& options, double share, RandomStream stream);

// corpus_figures() of them, the same words hidden in every run.
nlohmann::json masked_figures(const Network& network, const Device& device, const PackedCorpus& corpus,
                              const MaskingPieces& pieces);

// The stream of what is hidden, beside those of the network's dropouts.
inline constexpr uint32_t kMaskingTensor = 0xFFFFFFFEu;

}  // namespace heed
