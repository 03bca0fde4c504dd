// The runs of this session: one trains, others wait their turn, finished ones stay to be compared.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/studio/parts/training_thread.h"

namespace heed::studio {

class RunQueue {
 public:
  // `changed` is called on the interface's thread whenever a run has news.
  RunQueue(Mailbox& mailbox, std::function<void(const std::shared_ptr<Run>&)> changed);

  // Starts a run, or lets it wait behind the one that trains. Its name is that of the folder for its model.
  std::shared_ptr<Run> add(const session::TrainOptions& options);
  // One of a search's, with a name of its own.
  std::shared_ptr<Run> add_trial(session::TrainOptions options, const std::string& name);
  // Those of earlier starts, before any other.
  void recall(std::vector<Run> past);
  // A stopped or failed run goes on from its checkpoint, as the same run.
  void resume(const std::shared_ptr<Run>& run);
  void remove(const std::shared_ptr<Run>& run);  // one that waits, or has ended

  void pause() {
    if (thread_) thread_->pause();
  }
  void go_on() {
    if (thread_) thread_->go_on();
  }
  void step_epoch() {
    if (thread_) thread_->step_epoch();
  }
  void stop() {
    if (thread_) thread_->stop();
  }
  // Leaves the run that trains, with its checkpoint: the program ends.
  void leave() { thread_.reset(); }

  const std::vector<std::shared_ptr<Run>>& runs() const { return runs_; }
  std::shared_ptr<Run> active() const { return active_; }

 private:
  std::shared_ptr<Run> queue(Run run);
  void start_next();
  void start(const std::shared_ptr<Run>& run);

  Mailbox& mailbox_;
  std::function<void(const std::shared_ptr<Run>&)> changed_;
  std::vector<std::shared_ptr<Run>> runs_;
  std::shared_ptr<Run> active_;
  std::unique_ptr<TrainingThread> thread_;
  int numbered_ = 0;
};

}  // namespace heed::studio
