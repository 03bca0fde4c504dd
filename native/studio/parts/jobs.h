// Work that the interface does not wait for: one thread, one job after the other. A job returns what is to be
// done with its result on the interface's thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "native/studio/parts/mailbox.h"

namespace heed::studio {

class Jobs {
 public:
  using Apply = std::function<void()>;
  using Work = std::function<Apply()>;
  using Failed = std::function<void(const std::string& message)>;

  explicit Jobs(Mailbox& mailbox);
  ~Jobs();  // waits for the job that is running; those behind it are dropped

  void run(Work work, Failed failed);
  // The same; what waits under this name and has not begun is dropped: only the newest keystroke counts.
  void newest(const std::string& name, Work work, Failed failed);
  // Whether something is running or waiting. On the interface's thread.
  bool busy() const { return pending_ > 0; }
  // Long jobs look at this now and then.
  const std::atomic<bool>& ending() const { return ending_; }

 private:
  struct Job {
    std::string name;
    Work work;
    Failed failed;
  };
  void work();

  Mailbox& mailbox_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::atomic<bool> ending_ = false;
  int pending_ = 0;  // of the interface's thread
  std::thread thread_;
};

}  // namespace heed::studio
