// Compiled once, for any processor: kernels of every level share it.
#include "engine/kernels/attention.h"

namespace heed {

std::vector<int64_t> AttentionPlan::weight_offsets() const {
  std::vector<int64_t> offsets{0};
  for (size_t b = 0; b < queries.B(); ++b)
    offsets.push_back(offsets.back() + heads * queries.length[b] * keys.length[b]);
  return offsets;
}

}  // namespace heed
