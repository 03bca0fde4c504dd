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
// Then, for as long as it may take a processor that was idle to wake, one looks whenever nobody else wants
// the processor. Who sleeps too soon is waited for by who sleeps then, too: each product would wake both.
constexpr std::chrono::microseconds kYielding{500};
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
  const auto end = std::chrono::steady_clock::now() + kYielding;
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::yield();
  }
  return false;
}

// Parts per thread: whoever is done early takes another one.
constexpr int64_t kParts = 4;

}  // namespace

// A round begins when parts are on offer and ends when none is undone: nobody waits for a thread that took
// none, since its processor may be anybody's. What describes a round is read by those alone who took a part
// of it, and it stays until that part is done. Who waits looks for a while, then counts itself in `sleeping`
// and looks once more before it sleeps; who changes something looks at `sleeping` afterwards. One of the two
// sees the other: all are sequentially consistent.
struct ThreadPool::Impl {
  struct Worker {
    std::thread thread;
    bool ended = false;  // under the mutex
  };

  const std::chrono::milliseconds patience;
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<Worker> workers;
  std::atomic<uint64_t> offer =
      0;  // the round's number in the upper half, parts that nobody took in the lower
  std::atomic<int64_t> undone = 0;  // parts
  std::atomic<int> sleeping = 0;
  std::atomic<bool> stop = false;
  // The work of the round.
  int64_t count = 0, chunk = 0, parts = 0;
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

  static int64_t parts_in(uint64_t offered) { return static_cast<int64_t>(offered & 0xffffffff); }

  // The number of a part that is the caller's now, in ascending order; -1: there is none.
  int64_t take() {
    uint64_t offered = offer;
    while (parts_in(offered) > 0)
      if (offer.compare_exchange_weak(offered, offered - 1)) return parts - parts_in(offered);
    return -1;
  }

  void take_parts() {
    for (int64_t part = take(); part >= 0; part = take()) {
      try {
        (*body)(part * chunk, std::min(count, (part + 1) * chunk));
      } catch (...) {
        std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
      }
      if (--undone == 0) tell();
    }
  }

  void work(Worker& self) {
    while (wait([&] { return stop || parts_in(offer) > 0; }, &self) && !stop) take_parts();
  }

  void begin(Worker& worker) {
    worker.ended = false;
    worker.thread = std::thread([this, &worker] { work(worker); });
  }

  // Nobody ends between the look at who has ended and the offer.
  void begin_round() {
    std::unique_lock lock(mutex, std::defer_lock);
    if (ends()) {
      lock.lock();
      for (Worker& worker : workers)
        if (worker.ended) worker.thread.join(), begin(worker);
    }
    undone = parts;
    offer = ((offer >> 32) + 1) << 32 | static_cast<uint64_t>(parts);
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
  const int64_t pieces = (count + grain - 1) / grain, most = kParts * size();
  pool.count = count;
  pool.chunk = (pieces + most - 1) / most * grain;
  pool.parts = (count + pool.chunk - 1) / pool.chunk;
  pool.body = &body;
  pool.error = nullptr;
  pool.begin_round();
  pool.tell();
  pool.take_parts();
  pool.wait([&] { return pool.undone == 0; });
  if (pool.error) std::rethrow_exception(pool.error);
}

}  // namespace heed

#endif
