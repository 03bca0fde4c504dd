// Training a network by its gradient, one optimizer step at a time. Everything random is a function of (seed,
// epoch) or (seed, step): a run that was stopped after any step and resumed ends with the same bits as one
// that was not. Several processes may share every step (ranks/shared_task.h): each does all of this but for
// the parts of the others, and all end with the same weights, to the bits of one process.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/step_replay.h"
#include "engine/optim/gradient_buckets.h"
#include "engine/optim/optimizer.h"
#include "engine/optim/plateau.h"
#include "engine/ranks/gradient_sum.h"
#include "engine/ranks/step_parts.h"
#include "engine/tasks/options.h"
#include "engine/tasks/stepping.h"
#include "engine/tasks/task.h"
#include "engine/tensor/arena.h"
#include "engine/tensor/pool.h"

namespace heed {

struct StepReport {
  double loss = 0;
  double gradient_norm = 0;  // before clipping
  int64_t tokens = 0;
  int64_t answers = 0;  // that have a label
  int64_t correct = 0;  // of them, those whose label had the largest score, dropout on
  double rate = 0;      // learning rate
};

// A weight after a step: root mean squares of its numbers and of their gradients.
struct WeightReport {
  std::string name;
  double weight = 0, gradient = 0;
};

// The state of a run between two steps, apart from weights and moments.
struct StepState {
  int epoch = 0;           // epochs done
  int64_t step = 0;        // optimizer steps done
  int64_t in_epoch = 0;    // of them in this epoch
  double loss_sum = 0;     // over this epoch, per answer
  int64_t answers = 0;     // of this epoch
  int64_t correct = 0;     // of them, dropout on
  int64_t tokens = 0;      // of the whole run
  double best_value = 0;   // of early stopping's metric
  int best_epoch = 0;      // 0: none yet
  double rate_factor = 1;  // of whoever meddles
  bool ended = false;
};

class GradientSteps : public Stepping {
 public:
  // All references must outlive the run. `ranks`: those that share the task's steps; null: there are no
  // others.
  GradientSteps(const NetworkTask& task, Network& network, const Device& device,
                const TrainingOptions& options, Ranks* ranks = nullptr);

  // One step; at the end of an epoch also validation and early stopping. False when the run has ended.
  // A loss or gradient that is not finite is an Error that names the step and the first tensor with one.
  bool step() override;

  Position position() const override;
  const StepState& state() const { return state_; }
  const StepReport& last() const { return last_; }
  int64_t steps_per_epoch() const;
  // After the last step of an epoch, until the next step: the task's reports, or null.
  nlohmann::json validation_report() const override { return validation_report_; }
  nlohmann::json train_report() const override { return train_report_; }  // where it is measured

  // On a device that repeats recorded steps: how many steps were repeated, and why no more are ("": they
  // are).
  int64_t repeated_steps() const { return replay_ ? replay_->repeated() : 0; }
  std::string replay_problem() const { return replay_ ? replay_->problem() : ""; }

  // The weights that the run would be judged by if it ended here, averaged or as they are: on the host, in
  // memory of their own. After any step.
  std::map<std::string, Tensor> snapshot() const { return optimizer_.snapshot(); }

  // Whether each step that comes notes its weights and gradients, on the host.
  void watch_weights(bool on) { watch_weights_ = on; }
  const std::vector<WeightReport>& weights() const { return weights_; }

  // Scales all rates from the next step on.
  void scale_rate(double factor) { state_.rate_factor *= factor; }

  // Puts the weights in place that the run is for: the best ones, else the averaged ones, else the last.
  void finish();

  Checkpoint save() override;
  void resume(const Checkpoint& checkpoint, const std::string& file) override;

 private:
  bool computes_ahead() const;
  void begin_epoch();
  void end_epoch();
  bool out_of_patience() const;
  StepBatch make_step(int64_t step, const Batch& chosen) const;
  // gradient_steps_parts.cpp: what this process computes of a step of this epoch.
  StepParts parts(int64_t in_epoch) const;
  std::vector<StepBatch> batches(int64_t in_epoch) const;
  StepParts cut(std::vector<StepBatch> batches) const;
  Allocator& memory() { return pooled_ ? static_cast<Allocator&>(pool_) : arena_; }  // of a pass
  // Forward and backward.
  struct Pass {
    Tensor loss, scores;  // on the device
  };
  struct Passing {
    bool check_finite = false;
    bool room_for_shape = false;
    int last_of = -1;  // the part whose last pass it is, and this process's last of the step; -1: none
  };
  Pass pass(const StepBatch& batch, Allocator& allocator, Passing how);
  StepReport run(int64_t in_epoch, bool check_finite);
  // The passes of a part, and its figures.
  std::vector<double> run_part(const std::vector<StepBatch>& part, bool check_finite, int last_of);
  void count(const StepReport& report);
  void note_weights();
  // gradient_steps_ahead.cpp: steps on a device that computes ahead of the host. Their numbers are read back
  // every few steps, and at an epoch's end.
  void step_ahead();
  void begin_ahead();
  // The next batches, and what a device that repeats steps is told of them.
  struct Ahead {
    std::vector<StepBatch> batches;
    std::vector<PlannedStep> steps;
  };
  Ahead look_ahead(int64_t after) const;
  void prepare(int64_t after);  // makes the upcoming ones; their inputs go to the GPU
  PlannedStep planned(const StepBatch& batch, int32_t place, bool uniform) const;
  void ask_for(const StepBatch& batch, int32_t place, bool watched);
  void read_numbers(int64_t asked);  // those not read yet, after so many steps of the epoch
  void hunt_nan(int64_t in_epoch, const StepReport& report);
  double rate(int64_t step) const;
  bool improved(const nlohmann::json& report);
  std::map<std::string, Tensor> weights_to_judge();
  void measure(const std::map<std::string, Tensor>& to_judge);

  const NetworkTask& task_;
  Network& network_;
  Device device_;
  TrainingOptions options_;
  Optimizer optimizer_;
  Schedule schedule_;
  std::optional<Plateau> plateau_;  // where the schedule is one
  Arena arena_;
  Pool pool_;  // instead of the arena
  const bool pooled_;
  StepState state_;
  StepReport last_;
  bool watch_weights_ = false;
  std::vector<WeightReport> weights_;
  std::vector<StepBatch> asked_;   // of these steps the first `pending_` are the GPU's
  Ahead upcoming_;                 // what comes after those, if it is made already
  size_t pending_ = 0, read_ = 0;  // of them, those whose numbers were read
  int64_t longest_ = 0;            // tokens of the longest text
  Tensor numbers_, halted_;        // StepEnd's; a row for each pending step
  std::vector<Batch> batches_;     // of this epoch
  nlohmann::json validation_report_, train_report_;
  std::map<std::string, Tensor> best_;
  std::optional<GradientBuckets> gradients_;  // where gradients of tables are whole
  std::unique_ptr<StepReplay> replay_;        // null: steps are not recorded
  Arena watched_arena_;                       // of steps that are, or may be
  Ranks* ranks_;                              // null: no others
  GradientSum sum_;                           // of the parts
  int most_parts_ = 0, told_parts_ = 0;       // of a step: so far, and in the first epoch that was done here
};

// The most parts that this process cuts a batch of the run into: options.batch_parts, or the number that the
// work decides. The gradients of more parts need more memory.
int most_parts(const NetworkTask& task, const Network& network, const Device& device,
               const TrainingOptions& options);

}  // namespace heed
