// Recurrent layers step by step: of decoders, which look at something between steps, and of encoders whose
// whole state another layer goes on from.
#include "engine/nn/recurrent.h"
#include "engine/nn/steps.h"

namespace heed::nn {

RecurrentCell::RecurrentCell(Parameters& parameters, const std::string& name, Cell given, int64_t in,
                             int64_t hidden)
    : cell(given), H(hidden), weights(recurrent_weights(parameters, name, "_l0", given, in, hidden)) {}

Variable RecurrentCell::operator()(Context& ctx, const Variable& x, const Variable& state) const {
  const Variable a = linear(ctx, x, weights.W_ih, weights.b_ih);
  const Variable u = linear(ctx, hidden(ctx, state), weights.W_hh, weights.b_hh);
  return recurrent_step(ctx, cell, a, u, state);
}

Variable RecurrentCell::hidden(Context& ctx, const Variable& state) const {
  return columns(ctx, state, 0, H);
}

// recurrent() gives no c.
Variable Recurrent::whole_states(Context& ctx, const Variable& x, const Spans& sentences) const {
  if (sizes.cell != Cell::kLstm) return (*this)(ctx, x, sentences);
  const Steps steps(sentences);
  Variable in = embedding(ctx, x, steps.rows()), all;
  for (size_t l = 0; l < layers.size(); ++l) {
    const RecurrentCell cell(sizes.cell, sizes.hidden, layers[l].front());
    if (l > 0) in = dropout(ctx, dropout_rate, cell.hidden(ctx, all));
    Variable state(ctx.filled({steps.alive(0), cell.S()}, x.dtype(), 0));
    std::vector<Variable> states;
    for (int64_t t = 0; t < steps.count(); ++t) {
      const Variable words = rows(ctx, in, steps.first(t), steps.alive(t));
      states.push_back(state = cell(ctx, words, rows(ctx, state, 0, steps.alive(t))));
    }
    all = stack(ctx, states);
  }
  return embedding(ctx, all, steps.places());
}

}  // namespace heed::nn
