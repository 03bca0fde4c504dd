// What can compute on this machine, and why not, where it cannot.
#pragma once

#include <string>
#include <vector>

namespace heed::session {

struct DeviceEntry {
  std::string name;         // as in TrainOptions: "cpu", "cuda"
  std::string description;  // "CPU, AVX-512, 8 threads", or why it is not available
  bool available = false;
};

std::vector<DeviceEntry> devices();

}  // namespace heed::session
