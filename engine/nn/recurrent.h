// Recurrent layers over sentences that stand one after the other: RNN, GRU or LSTM, in one direction or both,
// stacked. Weights are named as PyTorch's: "<name>.weight_ih_l0", "<name>.weight_ih_l0_reverse". The states
// of each layer pass through the trace as "<name>.l0.states".
#pragma once

#include <string>
#include <vector>

#include "engine/autograd/ops.h"
#include "engine/nn/parameters.h"

namespace heed::nn {

struct RecurrentSizes {
  Cell cell = Cell::kRnn;
  int64_t in = 0;      // width of what comes in
  int64_t hidden = 0;  // H, of one direction
  int64_t layers = 1;
  bool bidirectional = false;

  int64_t out() const { return hidden * (bidirectional ? 2 : 1); }
};

struct Recurrent {
  // `dropout`: between layers.
  Recurrent(Parameters&, const std::string& name, const RecurrentSizes&, double dropout);
  // x [N, in] to the last layer's states [N, out]; forward ones in the first H columns.
  Variable operator()(Context&, const Variable& x, const Spans&) const;
  int64_t multiply_adds() const;  // per token

  std::string name;
  RecurrentSizes sizes;
  double dropout_rate;
  std::vector<std::vector<RecurrentWeights>> layers;  // [layers][directions]
};

}  // namespace heed::nn
