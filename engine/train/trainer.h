// A training run as whoever shows it drives it: in slices of work that are over soon, paused, left, gone on
// with later. The trainer knows what is learned (a task), what learns (a network, or the task's own steps)
// and where the run is kept (a store); it says what happens through events.
//
// A run and its trainer live on one thread; pause(), go_on() and cancel() may be called from any.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "engine/format/safetensors.h"
#include "engine/format/store.h"
#include "engine/tasks/stepping.h"
#include "engine/train/gradient_steps.h"

namespace heed {

// How long Trainer::run() works before it returns: until either is used up; 0: no limit.
struct Budget {
  int64_t steps = 0;
  double seconds = 0;
};

enum class RunState {
  kRunning,    // there is more to do
  kPaused,     // until go_on()
  kCancelled,  // for good; the last checkpoint is kept
  kEnded,      // all epochs are done, or training stopped early
};

enum class TrainerEvent {
  kStep,
  kEpochEnded,  // with the reports of Stepping
  kCheckpoint,  // one was written
  kEnded,
};

class Trainer {
 public:
  // Where a run is kept. No store: nowhere.
  struct Keep {
    Store* store = nullptr;
    std::string name;           // of the checkpoint's file
    std::string run;            // what is trained on what: the checkpoint of another run is refused
    double every_seconds = 30;  // within an epoch; after one that has ended it is always written
    std::string (*as_now)(const std::string& run) = nullptr;  // of what an older program called the run
  };

  // All references must outlive the trainer.
  Trainer(Stepping& steps, Keep keep);
  Trainer(const NetworkTask& task, Network& network, const Device& device, const TrainingOptions& options,
          Keep keep);

  void on_event(std::function<void(TrainerEvent)> listener) { listener_ = std::move(listener); }

  // At least one step, then more of them while the budget lasts. An Error of a step is passed on.
  RunState run(Budget budget);
  void pause() { order_ = RunState::kPaused; }
  void go_on() { order_ = RunState::kRunning; }
  void cancel() { order_ = RunState::kCancelled; }
  RunState state() const;

  // Goes on where the run was kept. Error where it was not, or where another one was.
  void resume();
  // Writes a checkpoint now. After the first step one is written in any case, so that a run which is killed
  // can be resumed.
  void keep(Durable durable = Durable::kYes);
  void forget();  // removes it

  Position position() const { return steps_->position(); }
  double seconds() const { return seconds_; }  // in steps, validation and checkpoints
  // The steps of a network's run.
  GradientSteps& gradient_steps() const { return *own_steps_; }

 private:
  void keep_if_due(bool epoch_ended);
  void tell(TrainerEvent event) const;

  std::unique_ptr<GradientSteps> own_steps_;
  Stepping* steps_;
  Keep keep_;
  std::function<void(TrainerEvent)> listener_;
  std::atomic<RunState> order_{RunState::kRunning};
  double seconds_ = 0;
  double kept_ = -1, kept_durably_ = 0;  // seconds_ when a checkpoint was last written; -1: never
  double cost_ = 0, durable_cost_ = 0;   // seconds that it took
};

// A checkpoint as one safetensors file, with `run` in its metadata.
SafeTensorsFile write_checkpoint(const Checkpoint& checkpoint, const std::string& run);
// Error for that of another run; `file` is what messages call the bytes. `as_now`: see Trainer::Keep.
Checkpoint read_checkpoint(std::string bytes, const std::string& run, const std::string& file,
                           std::string (*as_now)(const std::string& run) = nullptr);

}  // namespace heed
