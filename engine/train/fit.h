// Training a classifier, one optimizer step at a time, so that whoever drives it can show progress, pause and
// stop. Everything random is a function of (seed, epoch) or (seed, step): a run that was stopped and resumed
// ends with the same bits as one that was not.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/data/batches.h"
#include "engine/device/step_replay.h"
#include "engine/optim/gradient_buckets.h"
#include "engine/optim/optimizer.h"
#include "engine/optim/plateau.h"
#include "engine/tensor/arena.h"
#include "engine/train/evaluate.h"
#include "engine/train/openings.h"

namespace heed {

struct EarlyStopping {
  std::string
      metric;  // of the validation part: "loss" (lower is better), "accuracy", "f1", "macro_f1"; "": none
  int patience = 5;  // epochs without a better value before training stops
};

struct FitOptions {
  int epochs = 20;
  int batch_size = 32;
  bool bucketed = true;  // texts of similar length together
  uint64_t seed = 0;
  double rate = 1e-3;
  ScheduleOptions schedule;
  OptimizerOptions optimizer;
  double clip = 0;  // largest norm of the whole gradient; 0: no limit
  double label_smoothing = 0;
  std::vector<float> class_weights;  // [C], or empty
  double word_dropout = 0;           // share of tokens read as unknown while training
  Openings openings;
  EarlyStopping early_stopping;
  bool measure_train = false;  // after each epoch, which costs a third of it

  void validate(const std::string& file) const;
};

struct StepReport {
  double loss = 0;
  double gradient_norm = 0;  // before clipping
  int64_t tokens = 0;
  int64_t correct = 0;  // examples whose class had the largest score, dropout on
  double rate = 0;      // learning rate
};

// The state of a run between two steps, apart from weights and moments.
struct FitState {
  int epoch = 0;          // epochs done
  int64_t step = 0;       // optimizer steps done
  int64_t in_epoch = 0;   // of them in this epoch
  double loss_sum = 0;    // over this epoch, per example
  int64_t examples = 0;   // of this epoch
  int64_t correct = 0;    // of them, dropout on
  int64_t tokens = 0;     // of the whole run
  double best_value = 0;  // of early stopping's metric
  int best_epoch = 0;     // 0: none yet
  bool ended = false;
};

class Fit {
 public:
  // All references must outlive the run. `validation` may be empty. `unknown` is the id of dropped words.
  Fit(Network& model, const Device& device, const FitOptions& options, const Examples& train,
      const Examples& validation, const std::vector<std::string>& labels, int unknown);

  // One step; at the end of an epoch also validation and early stopping. False when the run has ended.
  // A loss or gradient that is not finite is an Error that names the step and the first tensor with one.
  bool step();

  const FitState& state() const { return state_; }
  const StepReport& last() const { return last_; }
  int64_t steps_per_epoch() const { return static_cast<int64_t>(batches_.size()); }
  // After the last step of an epoch, until the next step.
  const std::optional<Metrics>& validation() const { return validation_metrics_; }
  const std::optional<Metrics>& train() const { return train_metrics_; }  // where it is measured

  // On a device that repeats recorded steps: how many steps were repeated, and why no more are ("": they
  // are).
  int64_t repeated_steps() const { return replay_ ? replay_->repeated() : 0; }
  std::string replay_problem() const { return replay_ ? replay_->problem() : ""; }

  // The weights that the run would be judged by if it ended with this epoch, averaged or as they are. Between
  // epochs only: bringing idle rows up to date within one would change a run's last bits.
  std::map<std::string, Tensor> judged();

  // Puts the weights in place that the run is for: the best ones, else the averaged ones, else the last.
  void finish();

  // Everything a later process needs to go on, between epochs. `run` describes what is trained on what: a
  // checkpoint of another run is an Error.
  void save(const std::string& file, const std::string& run, Durable durable = Durable::kYes);
  void resume(const std::string& file, const std::string& run);

 private:
  void begin_epoch();
  void end_epoch();
  // What one step learns from, as the host makes it.
  struct Lesson {
    int64_t step = 0;
    TextBatch batch;
    Tensor labels;  // int32 [B]; the batch may have fillers behind its B sentences (step_shape.h)
    int64_t tokens = 0;
    double rate = 0;
    std::string shape;  // for StepReplay
  };
  Lesson lesson(int64_t step, const Batch& chosen) const;
  // Forward and backward.
  struct Pass {
    Tensor loss, logits;  // on the device
  };
  struct Passing {
    bool check_finite = false;
    bool room_for_shape = false;
  };
  Pass pass(const Lesson& lesson, Arena& arena, Passing how);
  StepReport run(const Batch& chosen, bool check_finite);
  void count(const StepReport& report, size_t examples);
  // fit_ahead.cpp: steps on a device that computes ahead of the host. Their numbers are read back every few
  // steps, and at an epoch's end.
  void step_ahead();
  // The next lessons, and what a device that repeats steps is told of them.
  struct Ahead {
    std::vector<Lesson> lessons;
    std::vector<PlannedStep> steps;
  };
  Ahead look_ahead(int64_t after) const;
  void prepare(int64_t after);  // makes the upcoming ones; their inputs go to the card
  PlannedStep planned(const Lesson& lesson, int32_t place, bool uniform) const;
  void ask_for(const Lesson& lesson, int32_t place, bool watched);
  void settle();
  void hunt_nan(const Batch& chosen, const StepReport& report);
  double rate(int64_t step) const;
  bool improved(const Metrics& metrics);
  std::map<std::string, Tensor> weights_to_judge();
  void measure(const std::map<std::string, Tensor>& to_judge);

  Network& model_;
  Device device_;
  FitOptions options_;
  const Examples& train_;
  const Examples& validation_;
  const std::vector<std::string>& labels_;
  int unknown_;
  Optimizer optimizer_;
  Schedule schedule_;
  std::optional<Plateau> plateau_;  // where the schedule is one
  Arena arena_;
  FitState state_;
  StepReport last_;
  std::vector<Lesson> lessons_;  // of the next steps; the numbers of the first `pending_` are on the card
  Ahead upcoming_;               // what comes after those, if it is made already
  size_t pending_ = 0;
  int64_t longest_ = 0;         // tokens of the longest text
  Tensor numbers_, halted_;     // StepEnd's; a row for each pending step
  std::vector<Batch> batches_;  // of this epoch
  std::optional<Metrics> validation_metrics_, train_metrics_;
  std::map<std::string, Tensor> best_;
  std::optional<GradientBuckets> gradients_;  // where gradients of tables are whole
  std::unique_ptr<StepReplay> replay_;        // null: steps are not recorded
  Arena watched_arena_;                       // of steps that are, or may be
};

}  // namespace heed
