// Compiled once, for any processor: kernels of every level share it.
#include "engine/kernels/attention.h"

#include <numeric>

namespace heed {

std::vector<int64_t> AttentionPlan::weight_offsets() const {
  std::vector<int64_t> offsets{0};
  for (size_t b = 0; b < queries.B(); ++b)
    offsets.push_back(offsets.back() + heads * queries.length[b] * keys.length[b]);
  return offsets;
}

int64_t AttentionPlan::most_weights() const {
  const auto rows = std::accumulate(queries.length.begin(), queries.length.end(), int64_t{0});
  return heads * rows * keys.longest();
}

}  // namespace heed
