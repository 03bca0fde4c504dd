// How well a network says the hidden words of texts that it has not learned from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/tasks/masking.h"
#include "engine/tasks/packed_corpus.h"
#include "engine/tasks/task.h"

namespace heed {

// Texts as one batch, a share of whose words is hidden; the labels are what stood there.
StepBatch hidden_batch(const std::vector<std::vector<int32_t>>& texts, const MaskingPieces& pieces,
                       const MaskingOptions& options, double share, RandomStream stream);

// Of the held-out parts of a corpus, the same words hidden in every run: {"loss", "accuracy", "perplexity",
// "n", "tokens", "tokens_per_second"} of all together and, under "corpora", of each with its "name". Null
// where nothing is held out.
nlohmann::json masked_figures(const Network& network, const Device& device, const PackedCorpus& corpus,
                              const MaskingPieces& pieces);

// The stream of what is hidden, beside those of the network's dropouts.
inline constexpr uint32_t kMaskingTensor = 0xFFFFFFFEu;

}  // namespace heed
