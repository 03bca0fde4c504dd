// Devices for every instruction set that this processor has, and for several numbers of threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/tensor/numbers.h"

namespace heed::test {

inline std::vector<std::string> instruction_sets() {
  std::vector<std::string> there;
  for (const char* name : {"baseline", "avx2", "avx512"})
    if (cpu::kernels_for(name)) there.emplace_back(name);
  return there;
}

// A device with kernels of one instruction set; `threads` may be null.
inline Device device_with(const std::string& instruction_set, ThreadPool* threads = nullptr) {
  Device device = cpu::device(threads);
  device.kernels = cpu::kernels_for(instruction_set);
  return device;
}

// Calls body(device, number type) for all there are.
template <class Body>
void for_kernels(const Body& body) {
  for (const std::string& name : instruction_sets())
    for (DType type : {DType::kFloat32, DType::kFloat64}) {
      CAPTURE(name, name_of(type));
      body(device_with(name), type);
    }
}

// What a sum of `terms` products may be off by, per unit of the largest result.
inline double tolerance(DType type, double terms = 1) {
  return (type == DType::kFloat64 ? 1e-14 : 2e-6) * std::sqrt(std::max(1.0, terms));
}

}  // namespace heed::test
