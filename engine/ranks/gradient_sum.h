// The gradients of a step's parts become one, by one tree (ranks/pairwise.h), whichever process computes a
// part. Between ranks a bucket of them is added up as soon as all of it is whole, while the way back of the
// last part still goes on (Li et al. 2020, "PyTorch Distributed", section 3.2.3). What is known of the
// weights (which have a gradient, of which only some rows) is learned from the first step.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/autograd/context.h"
#include "engine/nn/parameters.h"
#include "engine/ranks/part_gradient.h"
#include "engine/ranks/tree_sum.h"

namespace heed {

class GradientSum {
 public:
  // All must outlive it. The weights are the same on every rank, and so is what is done with it. No ranks:
  // this process computes all parts.
  GradientSum(const Parameters& parameters, const Device& device, Ranks* ranks);

  // Begins a step of so many parts, whose sums take memory from here.
  void begin(int parts, Allocator& memory);
  // Before the last pass of this process: sums between ranks begin on its tape's way back.
  void watch(Tape& tape, int part);
  // The passes of a part are done: the weights' gradients go into the sum.
  void add(int part);
  // The weights get the sum over all parts: the same bits on each rank, and with any number of ranks. Takes
  // the figures of this process's parts and gives those of all, in the parts' order.
  std::vector<double> finish(std::vector<double> figures);

 private:
  struct Weight {
    Variable variable;
    Pairwise<PartGradient> sum;
    int added = -1;  // the last part that is in it
  };
  // The numbers of this rank's blocks, on the device, and on the host where that cannot see them.
  struct Sum {
    Tensor numbers, on_host;  // [blocks, count]
    std::optional<TreeSum> sum;
  };
  struct Bucket : Sum {
    std::vector<size_t> weights;
    std::vector<int64_t> begins;  // of their gradients in a row
    int64_t count = 0;            // numbers of a row
    size_t missing = 0;           // of the weights, those whose gradient is not whole yet
  };
  struct Kinds {
    std::vector<size_t> whole, by_rows;  // weights, by what any part has
  };

  void add(Weight& weight, int part);
  void give_own();
  void begin(Sum& sum, int tag);
  void begin(size_t bucket);
  void end(Sum& sum);
  void is_whole(const Variable& weight, int part);
  Kinds exchange(std::vector<double>& figures);
  void give_whole(const Kinds& kinds);
  void add_rows(size_t weight, int tag);
  void make_buckets(const std::vector<size_t>& weights);

  const Device& device_;
  Ranks* ranks_;
  Allocator* memory_ = nullptr;
  int parts_ = 0;
  std::vector<Weight> weights_;  // that learn
  std::map<const Node*, size_t> index_;
  std::vector<Bucket> buckets_;
  std::map<size_t, size_t> bucket_of_;
};

}  // namespace heed
