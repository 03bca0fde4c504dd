#include "engine/nn/recurrent.h"

namespace heed::nn {

RecurrentWeights recurrent_weights(Parameters& parameters, const std::string& name, const std::string& suffix,
                                   Cell cell, int64_t in, int64_t hidden) {
  const int64_t G = gates_of(cell) * hidden;
  auto add = [&](const char* kind, const Shape& shape) {  // PyTorch draws all of them within ±1/√H
    return parameters.add(name + "." + kind + suffix, shape, Init::kUniform, hidden);
  };
  // In this order: the one in which they draw their numbers.
  const Variable W_ih = add("weight_ih", {G, in}), W_hh = add("weight_hh", {G, hidden});
  const Variable b_ih = add("bias_ih", {G}), b_hh = add("bias_hh", {G});
  parameters.is_of_floats(W_hh.node().name);
  return {W_ih, W_hh, b_ih, b_hh};
}

Recurrent::Recurrent(Parameters& parameters, const std::string& given, const RecurrentSizes& s,
                     double dropout)
    : name(given), sizes(s), dropout_rate(dropout) {
  for (int64_t l = 0; l < s.layers; ++l) {
    const int64_t in = l == 0 ? s.in : s.out();
    const std::string suffix = "_l" + std::to_string(l);
    layers.push_back({recurrent_weights(parameters, name, suffix, s.cell, in, s.hidden)});
    if (s.bidirectional)
      layers.back().push_back(recurrent_weights(parameters, name, suffix + "_reverse", s.cell, in, s.hidden));
  }
}

Variable Recurrent::operator()(Context& ctx, const Variable& x, const Spans& sentences) const {
  Variable h = x;
  for (size_t l = 0; l < layers.size(); ++l) {
    if (l > 0) h = dropout(ctx, dropout_rate, h);
    h = ctx.point(name + ".l" + std::to_string(l) + ".states",
                  recurrent(ctx, sizes.cell, h, sentences, layers[l]));
  }
  return h;
}

int64_t Recurrent::multiply_adds() const {
  int64_t sum = 0;
  for (const std::vector<RecurrentWeights>& layer : layers)
    for (const RecurrentWeights& w : layer) sum += w.W_ih.value().count() + w.W_hh.value().count();
  return sum;
}

}  // namespace heed::nn
