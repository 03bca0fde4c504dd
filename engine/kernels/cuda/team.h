// How kernels are written, once for the GPU and for the host.
//
// A body is a lambda marked HEED_DEVICE that computes one element, or a lambda over a Team: threads that work
// on one row, one sentence, one tile together. What a team does is a sequence of `each`, `sum`, `most` and
// `once`; between them there are only numbers that every thread works out alike. So there is no barrier to
// forget, and the host can run the same body one thread after the other, in any order.
//
//   for_elements(device, count, [=] HEED_DEVICE(int64_t i) { … });
//   for_warps(device, rows, [=] HEED_DEVICE(Warp team, int64_t row) { … });          32 threads each
//   for_blocks(device, count, shared_bytes, [=] HEED_DEVICE(Block team, int64_t i) { … });
#pragma once

#include <cstdint>

namespace heed::cuda {

// Bytes that a block may share on any GPU, less what sums need.
inline constexpr int64_t kMostShared = (48 << 10) - 256;

}  // namespace heed::cuda

#ifdef __CUDACC__
#include "engine/kernels/cuda/team_gpu.h"
#else
#include "engine/kernels/cuda/team_host.h"
#endif
