// Teams that are played by one thread of the host, for tests: the same bodies, one thread after the other.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <type_traits>
#include <vector>

#include "engine/kernels/cuda/gpu.h"

#define HEED_DEVICE
#define HEED_UNROLL

namespace heed::cuda {

// Addresses of the GPU that is played are marked, so that the host cannot read there by mistake: only
// kernels take the mark off.
inline constexpr uintptr_t kMark = uintptr_t{1} << 62;
inline void* marked(void* address) {
  return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) | kMark);
}
inline void* on_gpu(const void* address) {
  const auto bits = reinterpret_cast<uintptr_t>(address);
  if (address && !(bits & kMark)) {
    std::fputs("a kernel was given an address of the host\n", stderr);
    std::abort();
  }
  return reinterpret_cast<void*>(bits & ~kMark);
}

// Last thread first: what depends on the order of threads then gives other numbers.
inline bool threads_run_backwards = false;

template <class F>
void in_order(int64_t count, const F& f) {
  if (threads_run_backwards)
    for (int64_t i = count; i > 0; --i) f(i - 1);
  else
    for (int64_t i = 0; i < count; ++i) f(i);
}

struct Team {
  void* room = nullptr;

  template <class F>
  void each(int64_t count, const F& f) const {
    in_order(count, f);
  }
  template <class F>
  void once(const F& f) const {
    f();
  }
  template <class T, class F>
  T sum(int64_t count, const F& f) const {
    T total = 0;
    for (int64_t i = 0; i < count; ++i) total += f(i);
    return total;
  }
  template <class T, class F>
  T most(int64_t count, T least, const F& f) const {
    T found = least;
    for (int64_t i = 0; i < count; ++i) {
      const T value = f(i);
      found = found > value ? found : value;
    }
    return found;
  }
  template <class T>
  T* shared() const {
    return static_cast<T*>(room);
  }
};

using Warp = Team;
using Block = Team;

// Where launches go while the GPU that is played records; null: they are run at once.
inline std::vector<std::function<void()>>* recorded_work = nullptr;

template <class F>
void play(const F& work) {
  static_assert(std::is_trivially_copyable_v<F>, "an object of the host means nothing on a GPU");
  if (recorded_work)
    recorded_work->emplace_back(work);
  else
    work();
}

template <class F>
void for_elements(const Device& device, int64_t count, const F& f) {
  gpu_of(device).note(count);
  play([=] { in_order(count, f); });
}

template <class F>
void for_warps(const Device& device, int64_t count, const F& f) {
  gpu_of(device).note(count);
  play([=] { in_order(count, [&](int64_t i) { f(Warp{}, i); }); });
}

template <class F>
void for_blocks(const Device& device, int64_t count, int64_t shared_bytes, const F& f) {
  gpu_of(device).note(count);
  gpu_of(device).note(shared_bytes);
  play([=] {
    in_order(count, [&](int64_t i) {
      std::vector<double> room(static_cast<size_t>(shared_bytes) / sizeof(double) + 1);
      std::memset(room.data(), 0xff, room.size() * sizeof(double));  // what was not written reads as NaN
      f(Block{room.data()}, i);
    });
  });
}

}  // namespace heed::cuda
