// Threads that look for work for a moment, then wait passively (a spinning thread on a busy machine costs
// more than it gives).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace heed {

class ThreadPool {
 public:
#if defined(__EMSCRIPTEN__)  // Firefox never comes to the end of reloading a page whose threads sleep
  static constexpr std::chrono::milliseconds kPatience{200};
#else
  static constexpr std::chrono::milliseconds kPatience{0};
#endif

  // The calling thread is one of the `threads`. The others end when they had nothing to do for `patience`,
  // and are begun anew when there is something; with 0 they stay.
  explicit ThreadPool(int threads, std::chrono::milliseconds patience = kPatience);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
  // Code without atomic instructions never shares out work: a module with threads links it too.
  static constexpr int size() {
    return 1;
  }
#else
  int size() const;
#endif

 private:
  template <class Body>
  friend void parallel_for(ThreadPool* pool, int64_t count, int64_t grain, const Body& body);
  void parallel_for(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& body);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Calls body(first, last) on disjoint ranges that cover [0, count), and returns when all are done. The cut
// depends only on count, grain (a range's smallest size, and what its start is a multiple of) and the pool's
// size, so results do not depend on timing. The first exception of a body is thrown here. Without a pool, the
// calling thread does it all.
template <class Body>
void parallel_for(ThreadPool* pool, int64_t count, int64_t grain, const Body& body) {
  if (pool == nullptr || pool->size() == 1 || count <= grain) {
    if (count > 0) body(int64_t{0}, count);
    return;
  }
  pool->parallel_for(count, grain, body);
}

}  // namespace heed
