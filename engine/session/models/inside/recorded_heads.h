// Heads from the queries and keys that a pass recorded.
#pragma once

#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/models/network.h"
#include "engine/session/models/analysis.h"
#include "engine/tensor/tensor.h"

namespace heed::session {

class RecordedHeads final : public Heads {
 public:
  // Q and K of one layer, [T, H·K] each, and what its queries see (AttentionPlan).
  struct Layer {
    Tensor q, k;
    int64_t reach = -1;
    bool causal = false;
  };
  // `device` has no threads of its own to lose: it may outlive the model.
  RecordedHeads(Device device, int64_t heads, std::vector<Layer> layers);

  std::vector<float> weights(int layer, int head) const override;

 private:
  const Layer& layer(int l) const;
  // softmax(scale · q kᵀ) of a head, to T · S floats at `to`.
  void compute(const Layer& layer, int64_t head, float* to) const;

  Device device_;
  int64_t heads_;
  std::vector<Layer> layers_;
};

// What the analysis says of its last map, head by head: never more than one of them is in memory.
void summarise_heads(const Heads& heads, Analysis& analysis, int top);

}  // namespace heed::session
