// What computes: a table of kernels with the memory and the threads they use. One struct of functions, so
// that another processor is another table and nothing above changes. Shapes and types are validated once,
// above it: kernels do arithmetic and do not throw.
#pragma once

#include <string>

#include "engine/base/thread_pool.h"
#include "engine/tensor/tensor.h"

namespace heed {

struct Kernels;  // engine/kernels/kernels.h

struct Device {
  std::string name;               // "cpu"
  std::string description;        // "CPU, AVX-512, 2 threads"
  Allocator* memory = nullptr;    // for what outlives a call
  ThreadPool* threads = nullptr;  // null: the calling thread
  const Kernels* kernels = nullptr;
  void (*to_host)(void* host, const void* device, size_t bytes) = nullptr;
  void (*from_host)(void* device, const void* host, size_t bytes) = nullptr;
};

}  // namespace heed
