// Ranks that are threads of one process.
#pragma once

#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

#include "engine/base/error.h"
#include "engine/ranks/ranks.h"

namespace heed::test {

// What was sent and is not read yet.
class Post {
 public:
  using Way = std::tuple<int, int, int>;  // from, to, tag

  void put(const Way& way, std::string bytes) {
    const std::lock_guard lock(mutex_);
    letters_[way].push_back(std::move(bytes));
    arrived_.notify_all();
  }
  bool take(const Way& way, void* bytes, size_t count, bool wait) {
    std::unique_lock lock(mutex_);
    if (wait) arrived_.wait(lock, [&] { return closed_ || !letters_[way].empty(); });
    if (letters_[way].empty()) {
      check(!closed_, "[played ranks] a rank has failed.");
      return false;
    }
    const std::string letter = std::move(letters_[way].front());
    letters_[way].pop_front();
    check(letter.size() == count, "[played ranks] ", letter.size(), " bytes came where ", count,
          " were expected.");
    if (count > 0) std::memcpy(bytes, letter.data(), count);
    return true;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    arrived_.notify_all();
  }
  size_t unread() {
    const std::lock_guard lock(mutex_);
    size_t count = 0;
    for (const auto& [way, letters] : letters_) count += letters.size();
    return count;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<Way, std::deque<std::string>> letters_;
  bool closed_ = false;
};

class PlayedRank final : public Ranks {
 public:
  PlayedRank(Post& post, int rank, int size) : post_(post), rank_(rank), size_(size) {}
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::unique_ptr<Message> send(int to, int tag, const void* bytes, size_t count) override {
    post_.put({rank_, to, tag}, {static_cast<const char*>(bytes), count});
    return std::make_unique<Letter>([](bool) { return true; });
  }
  std::unique_ptr<Message> receive(int from, int tag, void* bytes, size_t count) override {
    return std::make_unique<Letter>([=, this](bool wait) {
      return post_.take({from, rank_, tag}, bytes, count, wait);
    });
  }

 private:
  struct Letter final : Message {
    explicit Letter(std::function<bool(bool)> take) : take_(std::move(take)) {}
    bool done(bool wait) override { return done_ = done_ || take_(wait); }
    std::function<bool(bool)> take_;
    bool done_ = false;
  };
  Post& post_;
  int rank_, size_;
};

// Each rank does `work`, rank 0 on the calling thread. What it throws is passed on; what others throw is not,
// but ends what waits for them. Everything that was sent must have been read.
inline void as_ranks(int size, const std::function<void(Ranks&)>& work) {
  Post post;
  std::vector<std::thread> threads;
  const auto run = [&](int rank) {
    PlayedRank here(post, rank, size);
    try {
      work(here);
    } catch (...) {
      post.close();
      if (rank == 0) return std::current_exception();
    }
    return std::exception_ptr();
  };
  for (int r = 1; r < size; ++r) threads.emplace_back([&run, r] { run(r); });
  const std::exception_ptr thrown = run(0);
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
  check(post.unread() == 0, "[played ranks] ", post.unread(), " letters were not read.");
}

}  // namespace heed::test
