#pragma once

#include "engine/device/device.h"
#include "engine/tensor/spans.h"

namespace heed {

enum class Cell { kRnn, kGru, kLstm };

// Blocks of H rows in a cell's weights, in PyTorch's order: RNN h; GRU r, z, n; LSTM i, f, g, o.
constexpr int64_t gates_of(Cell cell) {
  return cell == Cell::kRnn ? 1 : cell == Cell::kGru ? 3 : 4;
}

// One direction of one layer over a batch of sentences.
struct RecurrentPlan {
  Cell cell = Cell::kRnn;
  Spans sentences;
  bool reverse = false;  // from the last word to the first
  int64_t H = 0;         // width of the state
  int64_t column = 0;    // its first column in the layer's states [N, H or 2H]
};

// With a = W_ih x_t + b_ih and u = W_hh h_{t-1} + b_hh in blocks, h_0 = c_0 = 0:
//   RNN   (Elman 1990)                  h = tanh(a + u)
//   GRU   (Cho et al. 2014, as PyTorch) r, z = σ(a + u), n = tanh(a_n + r ⊙ u_n), h = (1 - z) ⊙ n + z ⊙
//   h_{t-1} LSTM  (Hochreiter & Schmidhuber 1997, with forget gates)
//                                       i, f, o = σ(a + u), g = tanh(a + u), c = f ⊙ c_{t-1} + i ⊙ g, h = o ⊙
//                                       tanh(c)
// Every sentence has its own length: no step is computed on padding, and a sentence's numbers do not depend
// on the others.
struct RecurrentKernels {
  // gates [N, G·H] come as a and leave as the gates' values; W_hh [G·H, H], `packed` is pack(W_hh) or
  // undefined. Writes columns of `states`, and `memory`: c [N, H] of an LSTM, [N, 3H] with u_n as its last H
  // columns of a GRU, undefined for an RNN.
  void (*forward)(const Device&, const RecurrentPlan&, const Tensor& W_hh, const Tensor& packed,
                  const Tensor& b_hh, const Tensor& gates, const Tensor& states, const Tensor& memory);
  // From dstates, what other ops ask of the states: gates become da, and `memory` of a GRU du (elsewhere
  // du = da). `previous` [N, H] is filled with h_{t-1} of each row, for dW_hh = duᵀ previous; it
  // may be dstates itself.
  void (*backward)(const Device&, const RecurrentPlan&, const Tensor& W_hh, const Tensor& states,
                   const Tensor& dstates, const Tensor& gates, const Tensor& memory, const Tensor& previous);
};

// What the way back through a step is given and has made.
struct StepGradients {
  Tensor u, before, after, dafter;
  Tensor gates;        // their values; become da
  Tensor du, dbefore;  // made: dbefore, what is asked of `before` other than through u
};

// One step of a cell for B sentences, where something happens between steps (attention, in a decoder). A
// state is [B, S]: h, S = H; of an LSTM h, then c, S = 2H.
struct RecurrentStepKernels {
  // gates [B, G·H] come as a and leave as the gates' values; `before` becomes `after`.
  void (*forward)(const Device&, Cell, const Tensor& u, const Tensor& before, const Tensor& gates,
                  const Tensor& after);
  void (*backward)(const Device&, Cell, const StepGradients&);
};

}  // namespace heed
