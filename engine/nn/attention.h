// Self-attention with several heads (Vaswani et al. 2017, section 3.2), by the scaled dot product or another
// mechanism, over sentences that stand one after the other. Queries, keys and weights pass through the trace
// as "<name>.q",
// "<name>.k" and "<name>.weights".
#pragma once

#include "engine/nn/layers.h"
#include "engine/nn/mechanism.h"

namespace heed::nn {

struct AttentionSizes {
  int64_t D = 0;      // width of what comes in and goes out
  int64_t width = 0;  // of queries, keys and values, all heads together: H · K
  int64_t heads = 1;
  std::string mechanism = "scaled-dot";
  int64_t window = 2;  // of local mechanisms
  double dropout = 0;  // of the weights: while training a query sees only some of its keys
  LinearStart start = {};
};

// What queries, keys and values that are there come to: weights · v, as a fused kernel has it where neither
// somebody watches the point "<name>.weights" nor `dropout` of the weights is on.
Variable attend(Context&, const AttentionPlan&, const std::string& name, double dropout, const Variable& q,
                const Variable& k, const Variable& v);

// A copy is the same weights once more, under a name of its own for the trace.
struct SelfAttention {
  SelfAttention(Parameters&, const std::string& name, const AttentionSizes&);
  // x [N, D] to [N, D]
  Variable operator()(Context&, const Variable& x, const Spans&, Keep keep = Keep::kFloat32) const;

  std::string name;
  AttentionSizes sizes;
  Linear query, key, value, out;
  std::shared_ptr<const Mechanism> mechanism;  // none: scaled dot product
};

}  // namespace heed::nn
