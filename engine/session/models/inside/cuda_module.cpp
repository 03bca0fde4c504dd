// Opens libheed_cuda.so, or says what is missing.
#include "engine/kernels/cuda/entry.h"
#include "engine/session/models/devices.h"

#ifdef __EMSCRIPTEN__

namespace heed::session {

OpenedGpu open_gpu(const std::string&) {
  return {{}, "a page has no CUDA GPU"};
}

}  // namespace heed::session

#else

#include <dlfcn.h>

#include "engine/session/models/module_places.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

// The module's door, or why it does not open. Once opened it stays: tensors may live in it.
cuda::OpenGpu door(std::string& problem) {
  for (const fs::path& place : module_places("HEED_CUDA_MODULE", cuda::kModule)) {
    std::error_code error;
    if (!fs::exists(place, error)) continue;
    void* module = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) {
      const char* reason = dlerror();
      problem =
          std::string("the module for CUDA GPUs cannot be loaded: ") + (reason ? reason : place.string());
      return nullptr;
    }
    auto open = reinterpret_cast<cuda::OpenGpu>(dlsym(module, cuda::kEntry));
    if (!open) problem = place.string() + " is no module of this program";
    return open;
  }
  problem = std::string("the module for CUDA GPUs, ") + cuda::kModule +
            ", is not beside this program: it is built where CMake finds the CUDA toolkit";
  return nullptr;
}

}  // namespace

OpenedGpu open_gpu(const std::string& precision) {
  OpenedGpu gpu;
  if (const cuda::OpenGpu open = door(gpu.problem)) open(cuda::kLayout, precision, gpu.device, gpu.problem);
  return gpu;
}

}  // namespace heed::session

#endif
