// Every device that the same tests run on besides the CPU: a GPU that is played, and a real one where it is
// there.
#pragma once

#include <functional>
#include <vector>

#include "engine/device/device.h"
#include "engine/session/models/devices.h"
#ifndef __EMSCRIPTEN__
#include "tests/engine/kernels/played_gpu.h"
#endif

namespace heed::test {

inline const std::vector<Device>& gpus() {
  static const std::vector<Device> all = [] {
    std::vector<Device> devices;
#ifndef __EMSCRIPTEN__
    devices.push_back(played_gpu());
#endif
    if (const session::OpenedGpu gpu = session::open_gpu("float32"); gpu.problem.empty())
      devices.push_back(gpu.device);
    return devices;
  }();
  return all;
}

}  // namespace heed::test
