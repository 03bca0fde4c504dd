// A run as the interface knows it: what was asked for, where it stands, and what each epoch brought.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/model.h"
#include "engine/session/training/training.h"

namespace heed::studio {

enum class RunState { kQueued, kPreparing, kTraining, kPaused, kFinishing, kDone, kStopped, kFailed };

struct Epoch {
  int epoch = 0;                              // from 1
  double train_loss = 0, train_accuracy = 0;  // while training, dropout on
  std::optional<double> validation_loss, validation_accuracy;
  std::optional<int64_t> validation_n;  // its examples; none where the record does not say it
  double gradient_norm = 0, rate = 0, tokens_per_second = 0;
  std::vector<std::vector<int64_t>>
      confusion;               // [true][predicted] of the validation part, else the training part
  bool on_validation = false;  // which of them
};

// The model as it was after an epoch (0: before the first).
struct Snapshot {
  int epoch = 0;
  std::shared_ptr<const session::Model> model;
};

// The loss of one step, at the epochs that were done by then.
struct StepLoss {
  double epochs = 0, loss = 0;
};

struct Run {
  int number = 0;  // from 1, in the order of their start
  std::string name;
  session::TrainOptions options;
  bool trial = false;  // of a search: its figures are wanted, its model is kept nowhere
  RunState state = RunState::kQueued;
  session::Progress progress;
  nlohmann::json settings;  // the recipe, complete; null before it begins
  std::string description;
  std::vector<std::string> labels;
  std::vector<Epoch> epochs;
  std::vector<StepLoss> steps;  // those that were reported, thinned out as they grow
  int best_epoch = 0;           // by early stopping; 0: there is none
  std::vector<Snapshot> snapshots;
  nlohmann::json result;  // of TrainingRun::finish
  std::string preparing;  // what is done before the first step, and how far it is
  std::string problem;
  std::string record;       // its folder in the run store, where it is kept
  std::string title, note;  // of one's own
  bool shown = true;        // its curves
  bool gone = false;        // its model is not in options.out, or another run's is by now

  const std::string& called() const { return title.empty() ? name : title; }
  // Whether it came to its first step.
  bool begun() const { return !settings.is_null(); }
  // The folder of the finished model; "" before.
  std::string folder() const {
    if (trial || gone || !begun()) return "";
    return state == RunState::kDone || state == RunState::kStopped ? options.out : "";
  }
  bool active() const {
    return state == RunState::kPreparing || state == RunState::kTraining || state == RunState::kPaused ||
           state == RunState::kFinishing;
  }
  bool ended() const { return !active() && state != RunState::kQueued; }
};

const char* name_of(RunState state);

void add_step(Run& run, const StepLoss& step);

// Keeps the snapshots below `bytes`: every second of them goes, the first and the last stay.
void thin_out(std::vector<Snapshot>& snapshots, int64_t bytes);

}  // namespace heed::studio
