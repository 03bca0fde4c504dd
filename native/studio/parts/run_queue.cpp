#include "native/studio/parts/run_queue.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/session/tuning/search.h"

namespace heed::studio {

RunQueue::RunQueue(Mailbox& mailbox, std::function<void(const std::shared_ptr<Run>&)> changed)
    : mailbox_(mailbox), changed_(std::move(changed)) {}

std::shared_ptr<Run> RunQueue::add(const session::TrainOptions& options) {
  Run run;
  run.name = std::filesystem::path(options.out).filename().string();
  run.options = options;
  return queue(std::move(run));
}

std::shared_ptr<Run> RunQueue::add_trial(session::TrainOptions options, const std::string& name) {
  Run run;
  run.name = name;
  options.out = session::kTrialOut;
  run.options = std::move(options);
  run.trial = true;
  run.shown = false;
  return queue(std::move(run));
}

std::shared_ptr<Run> RunQueue::queue(Run run) {
  run.number = ++numbered_;
  runs_.push_back(std::make_shared<Run>(std::move(run)));
  std::shared_ptr<Run> queued = runs_.back();
  start_next();
  return queued;
}

void RunQueue::recall(std::vector<Run> past) {
  for (Run& run : past) {
    run.number = ++numbered_;
    runs_.push_back(std::make_shared<Run>(std::move(run)));
  }
}

void RunQueue::resume(const std::shared_ptr<Run>& run) {
  if (run->begun()) run->options.resume = true;
  run->problem.clear();
  run->gone = false;
  run->state = RunState::kQueued;
  start_next();
}

void RunQueue::remove(const std::shared_ptr<Run>& run) {
  if (!run->active()) std::erase(runs_, run);
}

void RunQueue::start_next() {
  if (active_) return;
  for (const std::shared_ptr<Run>& run : runs_)
    if (run->state == RunState::kQueued) return start(run);
}

void RunQueue::start(const std::shared_ptr<Run>& run) {
  active_ = run;
  thread_ = std::make_unique<TrainingThread>(run, mailbox_, [this, run] {
    if (run->ended() && active_ == run) {
      thread_.reset();  // its last message: the thread is at its end
      active_.reset();
    }
    changed_(run);
    start_next();
  });
}

}  // namespace heed::studio
