// What computes: a table of kernels with the memory and the threads they use. One struct of functions, so
// that another processor is another table and nothing above changes. Shapes and types are validated once,
// above it: kernels do arithmetic and do not throw.
#pragma once

#include <memory>
#include <string>

#include "engine/base/thread_pool.h"
#include "engine/tensor/tensor.h"

namespace heed {

struct Kernels;    // engine/kernels/kernels.h
class StepReplay;  // engine/device/step_replay.h

struct Device {
  std::string name;               // "cpu"
  std::string description;        // "CPU, AVX-512, 2 threads"
  Allocator* memory = nullptr;    // for what outlives a call
  ThreadPool* threads = nullptr;  // null: the calling thread
  const Kernels* kernels = nullptr;
  // Copies between this device's memory and the host's; to_host first waits for what was asked before.
  void (*to_host)(const Device&, void* host, const void* device, size_t bytes) = nullptr;
  void (*from_host)(const Device&, void* device, const void* host, size_t bytes) = nullptr;
  bool separate = false;  // its memory is not the host's: nobody but its kernels may look into a tensor
  // Gradients of tables are kept whole: what the host would save by rows costs such a device more than it
  // gives.
  bool whole_tables = false;
  // What records the steps of one training run and repeats them; null on devices that cannot.
  std::unique_ptr<StepReplay> (*make_replay)(const Device&) = nullptr;
  void* state = nullptr;  // the device's own
  // The host's memory that copies are quickest from and to; null: any is.
  Allocator* staging = nullptr;
};

// What the host can read, and what the device can: a copy where their memories are separate, else the tensor.
Tensor on_host(const Device& device, const Tensor& tensor);
Tensor on_device(const Device& device, const Tensor& tensor, Allocator& memory);

}  // namespace heed
