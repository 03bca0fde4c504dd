// How well a network says the words that it is asked for, of texts that it has not learned from.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <utility>
#include <vector>

#include "engine/tasks/packed_corpus.h"
#include "engine/tasks/task.h"

namespace heed {

// A batch of rows of a corpus, each [first, count] of its tokens; `number` counts batches of a part. Empty
// ids: nothing to ask there.
using HeldOutBatch =
    std::function<StepBatch(const std::vector<std::pair<int64_t, int64_t>>& rows, uint32_t number)>;

// Figures of the held-out parts of a corpus, cut into rows of `length` tokens: {"loss", "accuracy",
// "perplexity", "n", "tokens", "tokens_per_second"} of all together and, under "corpora", of each with its
// "name". Null where nothing is held out.
nlohmann::json corpus_figures(const Network& network, const Device& device, const PackedCorpus& corpus,
                              int64_t length, const HeldOutBatch& make);

}  // namespace heed
