// The CPU as a device, with the kernels built for the best instruction set it has.
#pragma once

#include "engine/kernels/kernels.h"

namespace heed::cpu {

// `threads` may be null (the calling thread) and must outlive the device. With precision "bf16" the factors
// of large products of float32 tensors are rounded to bfloat16, where the processor multiplies those
// (AVX512-BF16); elsewhere, and by any other precision, nothing is rounded.
Device device(ThreadPool* threads = nullptr, const std::string& precision = "float32");

// The same CPU, but each product of floats is rounded before it is added: what a network computes forwards in
// float32 then has the same bits on every processor, and in the page. Another device stays as it is.
Device portable(Device device);

// Kernels for a named instruction set ("baseline", "avx2", "avx512", "avx512bf16"); null when
// this processor lacks it. For the tests and benchmarks, which run every set there is.
const Kernels* kernels_for(const std::string& instruction_set);

}  // namespace heed::cpu
