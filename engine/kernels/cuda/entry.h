// The door of libheed_cuda.so, which programs open while they run: without CUDA, a driver or a GPU they
// start all the same and say what is missing.
#pragma once

#include <cstdint>
#include <string>

#include "engine/kernels/kernels.h"

namespace heed::cuda {

inline constexpr const char* kModule = "libheed_cuda.so";
inline constexpr const char* kEntry = "heed_open_gpu";

// A module and a program that were built apart may disagree on what a Device is.
inline constexpr uint64_t kLayout = (uint64_t{3} << 32) + sizeof(Device) * 4096 + sizeof(Kernels);

// Fills `device`, or says in `problem` why there is none. `precision` of products: "float32", "tf32", "bf16";
// empty: only the description is asked for.
using OpenGpu = void (*)(uint64_t layout, const std::string& precision, Device& device, std::string& problem);

}  // namespace heed::cuda
