// How a task is trained: the "training" object of a recipe, and its seed.
#pragma once

#include <string>
#include <vector>

#include "engine/optim/optimizer.h"
#include "engine/optim/schedule.h"
#include "engine/tasks/crops.h"

namespace heed {

struct EarlyStopping {
  std::string
      metric;  // of the validation part: "loss" (lower is better), "accuracy", "f1", "macro_f1"; "": none
  int patience = 5;  // epochs without a better value before training stops
};

struct TrainingOptions {
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
  Crops crops;
  EarlyStopping early_stopping;
  bool measure_train = false;  // after each epoch, which costs a third of it

  void validate(const std::string& file) const;
};

}  // namespace heed
