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

// One direction of one layer that reads `in` numbers, named "<name>.weight_ih<suffix>" and so on.
RecurrentWeights recurrent_weights(Parameters&, const std::string& name, const std::string& suffix, Cell,
                                   int64_t in, int64_t hidden);

struct Recurrent {
  // `dropout`: between layers.
  Recurrent(Parameters&, const std::string& name, const RecurrentSizes&, double dropout);
  // x [N, in] to the last layer's states [N, out]; forward ones in the first H columns.
  Variable operator()(Context&, const Variable& x, const Spans&) const;
  // The same of one direction, as a RecurrentCell goes on from: of an LSTM h and c, [N, 2H].
  Variable whole_states(Context&, const Variable& x, const Spans&) const;
  int64_t multiply_adds() const;  // per token

  std::string name;
  RecurrentSizes sizes;
  double dropout_rate;
  std::vector<std::vector<RecurrentWeights>> layers;  // [layers][directions]
};

// A cell that is asked step by step.
struct RecurrentCell {
  RecurrentCell(Parameters&, const std::string& name, Cell, int64_t in, int64_t hidden);
  RecurrentCell(Cell given, int64_t hidden, RecurrentWeights w)
      : cell(given), H(hidden), weights(std::move(w)) {}
  // x [B, in] and the state before, [B, S], to the state after.
  Variable operator()(Context&, const Variable& x, const Variable& state) const;
  Variable hidden(Context&, const Variable& state) const;  // [B, H]
  int64_t S() const { return cell == Cell::kLstm ? 2 * H : H; }

  Cell cell;
  int64_t H;
  RecurrentWeights weights;
};

}  // namespace heed::nn
