// What can compute on this machine, and why not, where it cannot.
#pragma once

#include <string>
#include <vector>

#include "engine/device/device.h"

namespace heed::session {

struct DeviceEntry {
  std::string name;         // as in TrainOptions: "cpu", "cuda"
  std::string description;  // "CPU, AVX-512, 8 threads", or why it is not available
  bool available = false;
};

std::vector<DeviceEntry> devices();

// The GPU, or why there is none. `precision` of products: "float32", "tf32" or "bf16"; empty: the
// device gets a description and nothing else.
struct OpenedGpu {
  Device device;
  std::string problem;  // empty: the device is there
};
OpenedGpu open_gpu(const std::string& precision);

// "cpu" on `threads`, which may be null, or "cuda", with products of `precision` as far as it has them. Error
// when it is not there, as "[`who`] the device …".
Device open_device(const std::string& name, const std::string& precision, ThreadPool* threads,
                   const std::string& who);

}  // namespace heed::session
