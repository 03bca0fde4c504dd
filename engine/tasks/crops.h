// Crops: some texts of a batch are cut to their first few words, so that a model that learns from long texts
// can read short ones too (a news text begins with its title).
#pragma once

#include "engine/data/batches.h"
#include "engine/data/text_encoder.h"

namespace heed {

struct Crops {
  double share = 0;       // of the texts that are cut
  int min = 4, max = 12;  // words that are left, each number equally often
};

// The texts `chosen` as a batch. Which are cut, and where, is a function of (seed, step, place in the batch).
TextBatch make_cropped_batch(const std::vector<EncodedText>& texts, const Batch& chosen, const Crops& crops,
                             uint64_t seed, uint32_t step);

}  // namespace heed
