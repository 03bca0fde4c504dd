// Something that learns step by step: what a Trainer drives. A step is short; between two of them a run can
// be looked at, saved, or left for good.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/tensor/tensor.h"

namespace heed {

// Where a run stands between two steps.
struct Position {
  int epoch = 0, epochs = 0;          // done, of so many
  int64_t step = 0, epoch_steps = 0;  // done of this epoch (after its last one: all), of so many
  double loss = 0, accuracy = 0;      // running means over this epoch, dropout on
  double step_loss = 0;               // of the last step alone, where it is known
  double gradient_norm = 0;           // of the last step, before clipping
  double rate = 0;                    // learning rate of the last step
  double tokens = 0;                  // read in the whole run
  bool ended = false;
  int best_epoch = 0;            // by early stopping's metric, counted from 1: its weights are kept; 0: none
  const char* counts = nullptr;  // "pieces": `step` counts these, and there is nothing else to say
  std::string remark;            // what is worth knowing and no error
};

// All that a later process needs to go on with the same bits.
struct Checkpoint {
  std::map<std::string, Tensor> tensors;
  nlohmann::json state;
};

class Stepping {
 public:
  virtual ~Stepping() = default;

  // False when the run has ended.
  virtual bool step() = 0;
  virtual Position position() const = 0;
  // What the epoch that just ended was measured at, null where it was not: {"loss", …}.
  virtual nlohmann::json train_report() const { return nullptr; }
  virtual nlohmann::json validation_report() const { return nullptr; }

  // After any step, without changing what comes.
  virtual Checkpoint save() = 0;
  // `file` is what messages call the checkpoint.
  virtual void resume(const Checkpoint& checkpoint, const std::string& file) = 0;
  // Runs of seconds are started again instead.
  virtual bool resumable() const { return true; }
};

}  // namespace heed
