// Scheduled sampling (Bengio et al. 2015), all words of a batch at once (Duckworth et al. 2019, with one
// pass; Mihaylova & Martins 2019): what the network would have written behind each true beginning stands,
// with a probability, where it is told what was written. What it is to answer stays the true word.
#pragma once

#include "engine/tasks/task.h"

namespace heed {

// Replaces each word of the batch's targets but the first with probability `batch.own_words`. Which ones is a
// function of (seed, step, place).
void mix_in_own_words(const Network& network, const Device& device, uint64_t seed, StepBatch& batch);

}  // namespace heed
