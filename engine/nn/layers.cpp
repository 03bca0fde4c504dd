#include "engine/nn/layers.h"

namespace heed::nn {

Linear::Linear(Parameters& parameters, const std::string& name, int64_t in, int64_t out,
               const Parameters::Start& start, bool has_bias)
    : weight(parameters.add(name + ".weight", {out, in}, start)) {
  const Init init = start.init == Init::kUniform ? Init::kUniform : Init::kZeros;
  if (has_bias) bias = parameters.add(name + ".bias", {out}, init, in);
}

Variable Linear::operator()(Context& ctx, const Variable& x, Activation f, Keep keep) const {
  return linear(ctx, x, weight, bias, f, keep);
}

Embedding::Embedding(Parameters& parameters, const std::string& name, int64_t V, int64_t D, double deviation)
    : weight(parameters.add(name + ".weight", {V, D}, Init::kNormal, 0, deviation)) {
  parameters.is_table(name + ".weight");
}

Embedding::Embedding(Parameters& parameters, const std::string& name, int64_t V, int64_t D,
                     const Parameters::Start& start)
    : weight(parameters.add(name + ".weight", {V, D}, start)) {
  parameters.is_table(name + ".weight");
}

Variable Embedding::operator()(Context& ctx, const Tensor& ids) const {
  return embedding(ctx, weight, ids);
}

Variable Embedding::mean(Context& ctx, const Tensor& ids, const Spans& bags) const {
  return embedding_bag(ctx, weight, ids, bags);
}

Variable Embedding::sum(Context& ctx, const Tensor& ids, const Spans& bags) const {
  return embedding_bag(ctx, weight, ids, bags, false);
}

}  // namespace heed::nn
