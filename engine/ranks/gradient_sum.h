// The gradients of all ranks become one, while the way back still goes on (Li et al. 2020, "PyTorch
// Distributed", section 3.2.3): a bucket of them is added up as soon as all of it is whole. What is known of
// the weights (which have a gradient, of which only some rows) is learned from the first step.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/autograd/context.h"
#include "engine/optim/gradient_buckets.h"
#include "engine/ranks/ordered_sum.h"

namespace heed {

class GradientSum {
 public:
  // All must outlive it. The weights are the same on every rank, and so is what is done with it.
  GradientSum(const Parameters& parameters, const Device& device, Ranks& ranks);

  // Before the last pass of a step: sums begin on its tape's way back.
  void watch(Tape& tape);
  // Gradients and figures become their sums over all ranks: the same bits on each.
  void finish(std::vector<float>& figures);

 private:
  // Numbers of the device, by way of the host where that cannot see them.
  struct Sum {
    Tensor numbers, on_host;
    std::optional<OrderedSum> sum;
  };
  struct Filling : Sum {
    std::vector<Variable> weights;
    size_t missing = 0;  // of them, those whose gradient is not whole yet
  };
  void begin(Sum& sum, int tag);
  void end(Sum& sum);
  void begin(size_t bucket);
  void is_whole(const Variable& weight);
  Tensor zeros(const Shape& shape) const;
  // What the ranks say of each weight: how many have its gradient whole, and how many of some rows.
  struct Kinds {
    std::vector<Variable> whole, by_rows;
  };
  Kinds kinds_of_all(std::vector<float>& figures);
  void add_whole(const std::vector<Variable>& weights);
  void add_rows(const std::vector<Variable>& tables);
  void make_buckets(const std::vector<Variable>& weights);

  const Device& device_;
  Ranks& ranks_;
  std::vector<Variable> weights_;  // that learn
  std::optional<GradientBuckets> homes_;
  std::vector<Filling> buckets_;
  std::map<const Node*, size_t> bucket_of_;
};

}  // namespace heed
