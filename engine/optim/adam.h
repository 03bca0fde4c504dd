// Adam (Kingma & Ba 2015) and AdamW (Loshchilov & Hutter 2019), with averaged weights on request.
//
// Rows of an embedding table that a batch does not touch have gradient zero, but Adam still moves them. That
// is put off until the row is looked at next, and done then for all steps it missed: the same numbers in the
// same order, at a fraction of the memory traffic.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/nn/parameters.h"

namespace heed {

struct AdamOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  double weight_decay = 0;
  bool decoupled = false;  // AdamW: the decay acts on the weights, not through the gradient
  double average = 0;      // 0: none; else a ← average·a + (1 - average)·θ after each step
};

class Adam {
 public:
  // Both must outlive the optimizer. All parameters are float32.
  Adam(const Parameters& parameters, const Device& device, const AdamOptions& options);
  ~Adam();
  Adam(const Adam&) = delete;
  Adam& operator=(const Adam&) = delete;

  // One step with the gradients that a backward pass left, each multiplied by `clip`, at learning rate
  // `rate`.
  void step(double rate, double clip = 1);
  // Brings all rows of all tables up to date: before weights are read other than by an op, or saved.
  void catch_up();

  // √ Σ g² over all gradients.
  static double gradient_norm(const Parameters& parameters, const Device& device);

  int64_t steps() const { return steps_; }
  // Averaged weights by name, or the weights themselves when none are kept.
  std::map<std::string, Tensor> averaged() const;

  // All that a checkpoint needs, after catch_up(): "m.<name>", "v.<name>", "average.<name>".
  std::map<std::string, Tensor> state() const;
  void load_state(const std::map<std::string, Tensor>& state, int64_t steps, const std::string& file);

 private:
  struct Slot {
    Variable parameter;
    Tensor m, v, average;
    std::vector<int32_t> applied;  // per row of a table: steps taken; -1 never touched
    std::vector<AdamStep> steps;   // all so far, for rows that are behind
    bool idle_rows_move = false;
  };
  void catch_up(Slot& slot, const std::vector<int32_t>& rows);
  AdamStep next_step(double rate, const Upkeep& upkeep) const;

  const Device& device_;
  AdamOptions options_;
  std::vector<Slot> slots_;
  int64_t steps_ = 0;
  int64_t forgotten_ = 0;  // steps before a checkpoint was loaded; all rows were up to date then
};

}  // namespace heed
