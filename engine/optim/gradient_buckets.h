// Gradients in a few flat buffers, the last weights first, as backward passes fill them: what training in
// several processes adds up, bucket by bucket, while the pass goes on. It also keeps each gradient in one
// place from step to step.
#pragma once

#include <vector>

#include "engine/device/device.h"
#include "engine/nn/parameters.h"

namespace heed {

// Float32, flat. Between gradients, which begin at multiples of 256 bytes, are zeros. Where a pass did not
// reach a weight (Variable::grad is undefined) stands what was there before.
struct GradientBucket {
  Tensor numbers;
  std::vector<Variable> weights;
};

class GradientBuckets {
 public:
  // From here on gradients of whole tensors are put there; float32 weights, of which those that require no
  // gradient are passed over. A weight that is larger than `most_bytes` has a bucket of its own.
  GradientBuckets(const std::vector<Variable>& weights, const Device& device,
                  size_t most_bytes = size_t{25} << 20);
  ~GradientBuckets();
  GradientBuckets(const GradientBuckets&) = delete;
  GradientBuckets& operator=(const GradientBuckets&) = delete;

  const std::vector<GradientBucket>& buckets() const { return buckets_; }

 private:
  std::vector<GradientBucket> buckets_;
};

}  // namespace heed
