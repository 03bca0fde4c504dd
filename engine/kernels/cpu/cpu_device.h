// The CPU as a device, with the kernels built for the best instruction set it has.
#pragma once

#include "engine/kernels/kernels.h"

namespace heed::cpu {

// `threads` may be null (the calling thread) and must outlive the device.
Device device(ThreadPool* threads = nullptr);

// Kernels for a named instruction set ("baseline", "avx2", "avx512", "avx512vnni"); null when this processor
// lacks it. Used by the tests, which run every set there is.
const Kernels* kernels_for(const std::string& instruction_set);

}  // namespace heed::cpu
