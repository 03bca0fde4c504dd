// Memory that a kernel needs only while it runs, kept by each thread from call to call.
#pragma once

#include <cstdlib>
#include <memory>

#include "engine/kernels/cpu/simd.h"

HEED_BEGIN_KERNELS

// Aligned for vectors, contents undefined, valid until this thread asks for the same `slot` again.
template <class T>
T* scratch(int64_t count, int slot = 0) {
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  struct Room {
    std::unique_ptr<void, Free> memory;
    size_t bytes = 0;
  };
  thread_local Room rooms[3];
  Room& room = rooms[slot];
  const size_t bytes = (static_cast<size_t>(count) * sizeof(T) + 64) / 64 * 64;
  if (room.bytes < bytes) {
    room.memory.reset(std::aligned_alloc(64, bytes));
    if (!room.memory) std::abort();  // a kernel does not throw, and a few hundred kilobytes are always there
    room.bytes = bytes;
  }
  return static_cast<T*>(room.memory.get());
}

HEED_END_KERNELS
