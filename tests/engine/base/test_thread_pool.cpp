#include "engine/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::message_of;

namespace {

// How often each of 0 … count - 1 was in a range. Ranges are disjoint, so no two threads write one place.
std::vector<int> visits(ThreadPool* pool, int64_t count, int64_t grain) {
  std::vector<int> seen(static_cast<size_t>(count), 0);
  parallel_for(pool, count, grain, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) ++seen[static_cast<size_t>(i)];
  });
  return seen;
}

}  // namespace

TEST_CASE("ranges cover everything exactly once", "[threads]") {
  for (int threads : {1, 2, 3, 7}) {
    ThreadPool pool(threads);
    for (int64_t count : {0, 1, 2, 6, 7, 8, 100, 1001})
      for (int64_t grain : {1, 3, 64, 5000}) {
        CAPTURE(threads, count, grain);
        CHECK(visits(&pool, count, grain) == std::vector<int>(static_cast<size_t>(count), 1));
      }
  }
  CHECK(visits(nullptr, 10, 1) == std::vector<int>(10, 1));
}

TEST_CASE("a range begins at a multiple of the grain", "[threads]") {
  ThreadPool pool(3);
  std::vector<int> wrong(200, 0);
  parallel_for(&pool, 200, 16, [&](int64_t first, int64_t last) {
    if (first % 16 != 0 || first >= last) wrong[static_cast<size_t>(first)] = 1;
  });
  CHECK(std::accumulate(wrong.begin(), wrong.end(), 0) == 0);
}

TEST_CASE("an exception of any thread arrives, and the pool works on", "[threads]") {
  ThreadPool pool(3);
  for (int64_t thrower : {0, 50, 99}) {
    CHECK(message_of([&] {
            parallel_for(&pool, 100, 1, [&](int64_t first, int64_t last) {
              if (first <= thrower && thrower < last) fail("[test] ", thrower);
            });
          }) == "[test] " + std::to_string(thrower));
    CHECK(visits(&pool, 100, 1) == std::vector<int>(100, 1));
  }
  CHECK_THROWS_AS(parallel_for(&pool, 9, 1, [](int64_t, int64_t) { throw std::runtime_error("all"); }),
                  std::runtime_error);
}

TEST_CASE("many short rounds", "[threads]") {
  ThreadPool pool(4);
  std::vector<int64_t> sums(4000, 0);
  for (int round = 0; round < 500; ++round)
    parallel_for(&pool, 4000, 100, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) sums[static_cast<size_t>(i)] += i;
    });
  for (int64_t i = 0; i < 4000; ++i)
    if (sums[static_cast<size_t>(i)] != 500 * i) FAIL("element " << i << " was not visited 500 times");
}

#if !defined(__EMSCRIPTEN__)
TEST_CASE("a pool has the threads asked for", "[threads]") {
  CHECK(ThreadPool(1).size() == 1);
  CHECK(ThreadPool(3).size() == 3);
  CHECK(message_of([] { ThreadPool pool(0); }) == "[threads] 0 threads asked for: expected 1 to 1024.");
  CHECK(message_of([] { ThreadPool pool(1025); }) == "[threads] 1025 threads asked for: expected 1 to 1024.");
}

// As in a page. Were the thread not begun anew, the second round would not end.
TEST_CASE("a thread that had nothing to do ends, and is begun anew when there is something", "[threads]") {
  static std::atomic<int> ended = 0;
  struct Notice {
    ~Notice() { ++ended, ended.notify_all(); }
  };
  ThreadPool pool(2, std::chrono::milliseconds(1));
  const std::thread::id self = std::this_thread::get_id();
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> inside = 0, seen = 0;
    parallel_for(&pool, 2, 1, [&](int64_t first, int64_t last) {
      seen += static_cast<int>(last - first);
      ++inside;
      while (inside < 2) std::this_thread::yield();  // so that both threads have a part
      if (std::this_thread::get_id() != self) thread_local const Notice notice;
    });
    CHECK(seen == 2);
    ended.wait(round);
  }
  CHECK(ended == 3);
}
#endif

TEST_CASE("Round after round each part is done once, and whoever comes late does none of the next one's",
          "[threads]") {
  ThreadPool pool(3);
  std::vector<int> done;
  for (int round = 0; round < 20000; ++round) {
    const int64_t count = 1 + round % 23;
    done.assign(static_cast<size_t>(count), 0);
    parallel_for(&pool, count, 1 + round % 3, [&, round](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) done[static_cast<size_t>(i)] += round + 1;
    });
    REQUIRE(std::all_of(done.begin(), done.end(), [&](int value) { return value == round + 1; }));
  }
}
