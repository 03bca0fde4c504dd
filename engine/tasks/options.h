// How a task is trained: the "training" object of a recipe, and its seed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/optim/optimizer.h"
#include "engine/optim/schedule.h"
#include "engine/tasks/crops.h"
#include "engine/tasks/masking.h"

namespace heed {

struct EarlyStopping {
  std::string
      metric;  // of the validation part: "loss" (lower is better), "accuracy", "f1", "macro_f1"; "": none
  int patience = 5;  // epochs without a better value before training stops
};

// Rows of tokens that texts are cut into.
struct RowOptions {
  int64_t length = 128;     // tokens
  int64_t last_length = 0;  // of the last epochs; 0: the same
  double last_part = 0.1;   // share of the epochs that are the last ones
};

struct TrainingOptions {
  int epochs = 20;
  int64_t epoch_steps = 0;  // that are called an epoch, of rows of tokens; 0: until all were read once
  int batch_size = 32;
  bool bucketed = true;  // texts of similar length together
  uint64_t seed = 0;
  double rate = 1e-3;
  ScheduleOptions schedule;
  OptimizerOptions optimizer;
  int accumulate = 1;         // batches whose gradients make one step
  int batch_parts = 0;        // of a batch, whose gradients are added up in pairs; 0: by their work
  double layer_decay = 1;     // of the rate, for each layer that stands above a weight's
  std::optional<int> freeze;  // lowest layers that rest, with the embeddings
  bool recompute = false;     // encoder layers keep their input alone and compute again on the way back
  double clip = 0;            // largest norm of the whole gradient; 0: no limit
  double label_smoothing = 0;
  double scheduled_sampling = 0;     // share of a target's words that are the network's own at the end
  std::vector<float> class_weights;  // [C], or empty
  double word_dropout = 0;           // share of tokens read as unknown while training
  Crops crops;
  RowOptions rows;
  MaskingOptions masking;
  EarlyStopping early_stopping;
  bool measure_train = false;  // after each epoch, which costs a third of it

  void validate(const std::string& file) const;
};

}  // namespace heed
