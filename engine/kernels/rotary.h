#pragma once

#include "engine/device/device.h"
#include "engine/tensor/spans.h"

namespace heed {

// How fast rotary positions turn: from one place to the next the pair j of K/2 by f = θ^(-2j/K). Stretched
// for texts that are longer than what was trained on (Llama 3): slow turns by f / factor, fast ones as they
// are, and in between by how many turns fit into so many places: f (m + (1 - m) / factor), m = (places · f /
// 2π - low) / (high - low), from 0 to 1.
struct RotaryTurns {
  double theta = 10000;
  double factor = 1;  // 1: nothing is stretched
  double low = 1, high = 4;
  double places = 0;  // 0: all turns alike
};

// Rotary positions (Su et al. 2021, eq. 15): what a query and a key of one head have in common depends on how
// far apart they are alone. Columns j and j + K/2 of a head of width K are a pair, which the row's place t in
// its sentence turns by t θ^(-2j/K).
struct RotaryKernels {
  // table [T, K]: of each place the cosines of its K/2 angles, then their sines.
  void (*angles)(const Device&, const RotaryTurns&, const Tensor& table);
  // y (+)= x turned; both [N, H·K]. `back` turns the other way: that is the backward pass. Rows of no
  // sentence stay as they are. Where MatmulKernels::narrows, x and y may each be float32 or bfloat16.
  void (*turn)(const Device&, const Tensor& x, const Spans&, const Tensor& table, bool back, const Tensor& y,
               bool add);
};

}  // namespace heed
