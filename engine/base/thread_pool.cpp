#include "engine/base/thread_pool.h"

#include <algorithm>
#include <exception>

#include "engine/base/error.h"

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

namespace heed {

struct ThreadPool::Impl {};
ThreadPool::ThreadPool(int, std::chrono::milliseconds) {}
ThreadPool::~ThreadPool() = default;
void ThreadPool::parallel_for(int64_t count, int64_t, const std::function<void(int64_t, int64_t)>& body) {
  if (count > 0) body(0, count);
}

}  // namespace heed

#else

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {
namespace {

// How often one looks before one sleeps: some tens of microseconds, which is longer than what lies between
// two products of a pass, and too short to hinder others.
#if defined(__EMSCRIPTEN__)
constexpr int kLooks = 20000;
void rest() {}
#elif defined(__x86_64__)
constexpr int kLooks = 1000;
void rest() {
  __builtin_ia32_pause();
}
#else
constexpr int kLooks = 5000;
void rest() {}
#endif

template <class Condition>
bool comes_soon(const Condition& condition) {
  for (int look = 0; look < kLooks; ++look) {
    if (condition()) return true;
    rest();
  }
  return false;
}

// Parts per thread: whoever is done early takes another one.
constexpr int64_t kParts = 4;

}  // namespace

// A round begins when `round` changes and ends when nobody is `running`. Who waits looks for a while, then
// counts itself in `sleeping` and looks once more before it sleeps; who changes something looks at
// `sleeping` afterwards. One of the two sees the other: all are sequentially consistent.
struct ThreadPool::Impl {
  struct Worker {
    std::thread thread;
    bool ended = false;  // under the mutex
  };

  const std::chrono::milliseconds patience;
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<Worker> workers;
  std::atomic<uint64_t> round = 0;
  std::atomic<int> running = 0, sleeping = 0;
  std::atomic<bool> stop = false;
  std::atomic<int64_t> next = 0;  // where the part that nobody has taken begins
  int64_t count = 0, chunk = 0;
  const std::function<void(int64_t, int64_t)>* body = nullptr;
  std::exception_ptr error;

  explicit Impl(std::chrono::milliseconds patience_of_all) : patience(patience_of_all) {}
  bool ends() const { return patience.count() > 0; }

  // `who` waits, who may end instead: false then.
  template <class Condition>
  bool wait(const Condition& condition, Worker* who = nullptr) {
    if (comes_soon(condition)) return true;
    std::unique_lock lock(mutex);
    ++sleeping;
    if (ends() && who != nullptr)
      who->ended = !wake.wait_for(lock, patience, condition);
    else
      wake.wait(lock, condition);
    --sleeping;
    return who == nullptr || !who->ended;
  }

  void tell() {
    if (sleeping == 0) return;
    { std::lock_guard lock(mutex); }  // who counted itself sleeps by now
    wake.notify_all();
  }

  void take_parts() {
    for (int64_t first = next.fetch_add(chunk); first < count; first = next.fetch_add(chunk)) try {
        (*body)(first, std::min(count, first + chunk));
      } catch (...) {
        std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
      }
  }

  void work(Worker& self, uint64_t seen) {
    for (; wait([&] { return stop || round != seen; }, &self) && !stop; ++seen) {
      take_parts();
      if (--running == 0) tell();
    }
  }

  void begin(Worker& worker) {
    worker.ended = false;
    worker.thread = std::thread([this, &worker, seen = round.load()] { work(worker, seen); });
  }

  // Nobody ends between the look at who has ended and the round.
  void begin_round() {
    std::unique_lock lock(mutex, std::defer_lock);
    if (ends()) {
      lock.lock();
      for (Worker& worker : workers)
        if (worker.ended) worker.thread.join(), begin(worker);
    }
    ++round;
  }
};

ThreadPool::ThreadPool(int threads, std::chrono::milliseconds patience)
    : impl_(std::make_unique<Impl>(patience)) {
  check(threads >= 1 && threads <= 1024, "[threads] ", threads, " threads asked for: expected 1 to 1024.");
  impl_->workers = std::vector<Impl::Worker>(static_cast<size_t>(threads - 1));
  for (Impl::Worker& worker : impl_->workers) impl_->begin(worker);
}

ThreadPool::~ThreadPool() {
  impl_->stop = true;
  impl_->tell();
  for (Impl::Worker& worker : impl_->workers) worker.thread.join();
}

int ThreadPool::size() const {
  return static_cast<int>(impl_->workers.size()) + 1;
}

void ThreadPool::parallel_for(int64_t count, int64_t grain,
                              const std::function<void(int64_t, int64_t)>& body) {
  if (count <= 0) return;
  Impl& pool = *impl_;
  const int64_t pieces = (count + grain - 1) / grain, parts = kParts * size();
  pool.count = count;
  pool.chunk = (pieces + parts - 1) / parts * grain;
  pool.body = &body;
  pool.error = nullptr;
  pool.next = 0;
  pool.running = static_cast<int>(pool.workers.size());
  pool.begin_round();
  pool.tell();
  pool.take_parts();
  pool.wait([&] { return pool.running == 0; });
  if (pool.error) std::rethrow_exception(pool.error);
}

}  // namespace heed

#endif
