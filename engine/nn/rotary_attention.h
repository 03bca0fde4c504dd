// Self-attention with rotary positions (Su et al. 2021), and within a window where there is one: a query at
// place t sees the keys from t - reach to t + reach. Turned queries and keys, and weights, pass through the
// trace as "<name>.q", "<name>.k" and "<name>.weights".
#pragma once

#include "engine/nn/layers.h"

namespace heed::nn {

struct RotaryAttentionSizes {
  int64_t D = 0;       // width of what comes in and goes out, and of queries, keys and values
  int64_t heads = 1;   // H, of an even width each
  int64_t reach = -1;  // less than 0: no window
  double dropout = 0;  // of the weights
  bool has_bias = false;
  Parameters::Start in, out;  // first weights of what makes queries, keys and values, and of what joins heads
};

struct RotaryAttention {
  RotaryAttention(Parameters&, const std::string& name, const RotaryAttentionSizes&);
  // x [N, D] to [N, D]; `angles` of rotary_angles().
  Variable operator()(Context&, const Variable& x, const Spans&, const Tensor& angles) const;

  std::string name;
  RotaryAttentionSizes sizes;
  Linear query, key, value, out;
};

}  // namespace heed::nn
