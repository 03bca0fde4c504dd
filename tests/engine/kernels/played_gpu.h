// A GPU that is played by the host: the very files of kernels/cuda, compiled without CUDA. What it cannot
// show is left to a real one: threads that run at once, and the library of products.
#pragma once

#include "engine/device/device.h"

namespace heed::test {

// Memory that begins as NaN, at addresses where the host cannot read. `bytes`: how much there is of it.
// `narrows`: it gets the factors of large products in bfloat16.
Device played_gpu(size_t bytes = size_t{1} << 32, bool narrows = false);

// Bytes of the GPU in use, those kept for reuse among them.
size_t bytes_of(const Device& played);

// What the GPU was asked for so far.
struct Asked {
  int allocations = 0, uploads = 0, downloads = 0, recordings = 0, repeats = 0;
  int batches = 0;      // products of many matrices at once
  int narrow_sums = 0;  // products whose results are bfloat16
  int staging = 0;      // allocations of page-locked memory
};
Asked asked_of(const Device& played);

// From now on the GPU behaves like one that cannot record, or like one that was lost.
enum class Fault { kNone, kRecordsNothing, kLost };
void break_gpu(const Device& played, Fault fault);

}  // namespace heed::test
