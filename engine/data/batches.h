// The order in which an epoch visits its examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heed {

using Batch = std::vector<int>;  // indices into the list that was given

// Batches of texts of similar length, so that little is padded: shuffles all, sorts runs of 50 batches by
// length, cuts them into batches and shuffles the batches. The last batch of the epoch's cut may be smaller.
// A function of lengths, batch size, seed and epoch only, so that a resumed run meets the same batches.
std::vector<Batch> bucketed_batches(const std::vector<int>& lengths, size_t batch_size, uint64_t seed,
                                    int epoch);

// The same without the sorting.
std::vector<Batch> shuffled_batches(size_t n, size_t batch_size, uint64_t seed, int epoch);

}  // namespace heed
