#include "engine/base/thread_pool.h"

#include <algorithm>
#include <exception>

#include "engine/base/error.h"

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

namespace heed {

struct ThreadPool::Impl {};
ThreadPool::ThreadPool(int) {}
ThreadPool::~ThreadPool() = default;
int ThreadPool::size() const {
  return 1;
}
void ThreadPool::parallel_for(int64_t count, int64_t, const std::function<void(int64_t, int64_t)>& body) {
  if (count > 0) body(0, count);
}

}  // namespace heed

#else

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {

struct ThreadPool::Impl {
  std::mutex mutex;
  std::condition_variable start, done;
  std::vector<std::thread> workers;
  uint64_t round = 0;
  int running = 0;
  bool stop = false;
  int64_t count = 0, chunk = 0;
  const std::function<void(int64_t, int64_t)>* body = nullptr;
  std::exception_ptr error;

  void run_part(int64_t part) {
    int64_t first = part * chunk, last = std::min(count, first + chunk);
    if (first >= last) return;
    try {
      (*body)(first, last);
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  }

  void work(int64_t part) {
    uint64_t seen = 0;
    while (true) {
      {
        std::unique_lock lock(mutex);
        start.wait(lock, [&] { return stop || round != seen; });
        if (stop) return;
        seen = round;
      }
      run_part(part);
      std::lock_guard lock(mutex);
      if (--running == 0) done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int threads) : impl_(std::make_unique<Impl>()) {
  check(threads >= 1 && threads <= 1024, "[threads] ", threads, " threads asked for: expected 1 to 1024.");
  for (int part = 1; part < threads; ++part) impl_->workers.emplace_back([this, part] { impl_->work(part); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(impl_->mutex);
    impl_->stop = true;
  }
  impl_->start.notify_all();
  for (std::thread& worker : impl_->workers) worker.join();
}

int ThreadPool::size() const {
  return static_cast<int>(impl_->workers.size()) + 1;
}

void ThreadPool::parallel_for(int64_t count, int64_t grain,
                              const std::function<void(int64_t, int64_t)>& body) {
  if (count <= 0) return;
  int64_t pieces = (count + grain - 1) / grain;
  int64_t chunk = (pieces + size() - 1) / size() * grain;
  {
    std::lock_guard lock(impl_->mutex);
    impl_->count = count;
    impl_->chunk = chunk;
    impl_->body = &body;
    impl_->error = nullptr;
    impl_->running = static_cast<int>(impl_->workers.size());
    ++impl_->round;
  }
  impl_->start.notify_all();
  impl_->run_part(0);
  std::unique_lock lock(impl_->mutex);
  impl_->done.wait(lock, [&] { return impl_->running == 0; });
  if (impl_->error) std::rethrow_exception(impl_->error);
}

}  // namespace heed

#endif
