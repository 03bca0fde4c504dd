// SGD, Adam, AMSGrad, AdamW, LAMB or Muon over all weights of a model, with averaged weights on request. The
// equations are in sgd.h, adam.h, lamb.h and muon.h, the loops over elements in kernels/optimizer.h.
//
// Rows of an embedding table that a batch does not touch have gradient zero, but momentum still moves them.
// This update waits until the row is looked at next, and then makes up for all steps missed at a fraction of
// the memory traffic: the same numbers in the same order, but where Adam without decay and average makes the
// steps add up to one (kernels/cpu/optimizer.cpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/nn/parameters.h"
#include "engine/optim/muon.h"
#include "engine/tensor/arena.h"

namespace heed {

struct OptimizerOptions {
  std::string name = "adam";  // "adam", "adamw", "sgd", "lamb" or "muon"
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  bool amsgrad = false;
  double momentum = 0;  // of SGD
  bool nesterov = false;
  double weight_decay = 0;     // adam and sgd: through the gradient; others: off the weights themselves
  bool decay_vectors = false;  // of biases and of a norm's weights, too
  MuonOptions muon;
  double average = 0;  // 0: none; else a ← average·a + (1 - average)·θ after each step

  void validate(const std::string& file) const;
};

class Optimizer {
 public:
  // Both must outlive the optimizer. All parameters are float32; those that require no gradient rest.
  Optimizer(const Parameters& parameters, const Device& device, const OptimizerOptions& options);
  ~Optimizer();
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // One step with the gradients that a backward pass left, each multiplied by `clip`, at learning rate
  // `rate`.
  void step(double rate, double clip = 1);
  // Whether each number of a weight moves by itself: what a device can do that the host does not wait for.
  bool by_element() const;
  // A step there (OptimizerKernels::finish_step), in two parts: the device is asked for the step's end, with
  // the numbers `end.steps` of all weights; the step is counted.
  std::vector<UpdateStep> next_steps(double rate,
                                     int64_t ahead = 0) const;  // of the step after `ahead` others
  void ask_for_step(const StepEnd& end);
  void count_step(double rate);
  // Brings all rows of all tables up to date: before weights are read other than by an op, or saved.
  void catch_up();

  int64_t steps() const { return steps_; }
  // Averaged weights by name, or the weights themselves when none are kept; on the host.
  std::map<std::string, Tensor> averaged() const;
  // The same as catch_up() would make them, in memory of their own; nothing changes.
  std::map<std::string, Tensor> snapshot() const;

  // All that a checkpoint needs beside the weights, after any step: "m.<name>", "v.<name>", "v_max.<name>",
  // "average.<name>", those of them that the rule uses; "applied.<name>", int32 [rows], the steps that each
  // row of a table has taken, -1 where it was never touched; "rates", float64 [steps], the learning rates so
  // far.
  std::map<std::string, Tensor> state() const;
  // After the weights were put in place that belong to it.
  void load_state(const std::map<std::string, Tensor>& state, int64_t steps, const std::string& file);

 private:
  enum class Rule { kSgd, kAdam, kLamb, kMuon };
  struct Slot {
    Variable parameter;
    Rule rule = Rule::kAdam;
    UpdateState state;              // its weight is the parameter's value
    std::vector<int32_t> applied;   // per row of a table: steps taken; -1 never touched
    std::vector<UpdateStep> steps;  // all so far, for rows that are behind
    bool idle_rows_move = false;
  };
  // The rows of a table that are behind, with the step that each is to take first.
  struct Behind {
    std::vector<int32_t> rows, first;
  };
  Behind behind(const Slot& slot, const std::vector<int32_t>& rows) const;
  void catch_up(Slot& slot);  // all rows
  void catch_up(Slot& slot, const std::vector<int32_t>& rows);
  void load_rows(Slot& slot, const std::map<std::string, Tensor>& state, const std::string& file);
  Rule rule_of(const Node& node) const;
  // Whether rows of a table may be put off.
  bool by_rows(const Slot& slot) const;
  double rate_of(const Slot& slot, double base) const;
  UpdateStep next_step(double base, const Slot& slot, int64_t ahead = 0) const;
  void step_rows(Slot& slot, const UpdateStep& now, float clip);
  Tensor whole_gradient(const Slot& slot);
  void step_whole(Slot& slot, double base, float clip);  // LAMB and Muon
  const UpdateState& current(Slot& slot) const;

  Device device_;
  OptimizerOptions options_;
  std::vector<Slot> slots_;
  Arena scratch_;  // of one weight's step
  int64_t steps_ = 0;
  std::vector<double> rates_;  // [steps_]
};

}  // namespace heed
