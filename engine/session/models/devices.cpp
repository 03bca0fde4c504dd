#include "engine/session/models/devices.h"

#include <algorithm>
#include <thread>

#include "engine/kernels/cpu/cpu_device.h"

namespace heed::session {

std::vector<DeviceEntry> devices() {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::string cpu = cpu::device().description;
  // The description of a device without a pool ends with its one thread.
  if (const size_t comma = cpu.rfind(", ");
      comma != std::string::npos && cpu.find("thread") != std::string::npos)
    cpu.resize(comma);
  const OpenedGpu gpu = open_gpu("");
  const bool there = gpu.problem.empty();
  return {{"cpu", cpu + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads"), true},
          {"cuda", there ? gpu.device.description : "not available: " + gpu.problem, there}};
}

Device open_device(const std::string& name, const std::string& precision, ThreadPool* threads,
                   const std::string& who) {
  if (name == "cpu") return cpu::device(threads, precision);
  check(name == "cuda", "[", who, "] the device \"", name, "\" is unknown: expected cpu or cuda.");
  OpenedGpu gpu = open_gpu(precision);
  check(gpu.problem.empty(), "[", who, "] the device \"cuda\" is not available: ", gpu.problem,
        ". With --device cpu this machine does it too.");
  return std::move(gpu.device);
}

}  // namespace heed::session
