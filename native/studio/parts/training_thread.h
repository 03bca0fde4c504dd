// One run on a thread of its own. Orders go in, messages come out through the mailbox; the interface never
// waits.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/session/runs/run_record.h"
#include "native/studio/parts/mailbox.h"
#include "native/studio/parts/run.h"

namespace heed::studio {

class TrainingThread {
 public:
  // Begins at once. `run` is touched by messages only, on the interface's thread; `changed` is called there
  // after each of them.
  TrainingThread(std::shared_ptr<Run> run, Mailbox& mailbox, std::function<void()> changed);
  // Leaves the run where it is, with the checkpoint of its last whole epoch, and waits for the step it is in.
  ~TrainingThread();

  void pause() { order(Order::kPause); }
  void go_on() { order(Order::kGo); }
  void step_epoch() { order(Order::kEpoch); }  // to the end of this epoch, then pauses
  void stop() { order(Order::kStop); }         // the model as it is is measured and saved

 private:
  struct Left {};
  enum class Order { kGo, kEpoch, kPause, kStop, kLeave };

  void order(Order order);
  void work();
  // Between two parts of the preparation; throws Left where the run is to end before its first step.
  void prepare(const std::string& work, int64_t done, int64_t total);
  void train(session::TrainingRun& training, session::RunRecord& record);
  bool may_step();  // waits while paused; false: stop or leave
  void report_step(const session::Progress& progress);
  void report_epoch(session::TrainingRun& training);
  void say(std::function<void(Run&)> change, bool urgent = true);
  bool due();  // for a report that is not urgent

  std::shared_ptr<Run> run_;
  session::TrainOptions options_;
  const bool run_trial_;
  Mailbox& mailbox_;
  std::function<void()> changed_;
  std::mutex mutex_;
  std::condition_variable ordered_;
  Order order_ = Order::kGo;
  // A step is reported when the report before it was read: a fast run does not flood the interface.
  std::shared_ptr<std::atomic<bool>> unread_ = std::make_shared<std::atomic<bool>>(false);
  std::chrono::steady_clock::time_point reported_;
  std::thread thread_;
};

}  // namespace heed::studio
