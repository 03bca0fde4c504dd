#include "engine/nn/layers.h"

namespace heed::nn {

Linear::Linear(Parameters& parameters, const std::string& name, int64_t in, int64_t out,
               const LinearStart& start)
    : weight(parameters.add(name + ".weight", {out, in}, start.weight_from, in, start.scale)),
      bias(parameters.add(name + ".bias", {out}, start.bias_from, in)) {}

Linear::Linear(Parameters& parameters, const std::string& name, int64_t in, int64_t out,
               const Parameters::Start& weight_start, bool has_bias)
    : weight(parameters.add(name + ".weight", {out, in}, weight_start)),
      bias(has_bias ? parameters.add(name + ".bias", {out}, Init::kZeros) : Variable()) {}

Variable Linear::operator()(Context& ctx, const Variable& x, Activation f, Keep keep) const {
  return linear(ctx, x, weight, bias, f, keep);
}

LayerNorm::LayerNorm(Parameters& parameters, const std::string& name, int64_t D, double eps)
    : weight(parameters.add(name + ".weight", {D}, Init::kOnes)),
      bias(parameters.add(name + ".bias", {D}, Init::kZeros)),
      epsilon(eps) {}

LayerNorm::LayerNorm(Parameters& parameters, const std::string& name, int64_t D, double eps, bool has_bias)
    : weight(parameters.add(name + ".weight", {D}, Init::kOnes)),
      bias(has_bias ? parameters.add(name + ".bias", {D}, Init::kZeros) : Variable()),
      epsilon(eps) {}

Variable LayerNorm::operator()(Context& ctx, const Variable& x) const {
  return layer_norm(ctx, x, weight, bias, epsilon);
}

Variable LayerNorm::operator()(Context& ctx, const Variable& x, const Variable& f, double dropout) const {
  return residual_norm(ctx, x, f, dropout, weight, bias, epsilon);
}

RmsNorm::RmsNorm(Parameters& parameters, const std::string& name, int64_t D, double eps)
    : weight(parameters.add(name + ".weight", {D}, Init::kOnes)), epsilon(eps) {}

Variable RmsNorm::operator()(Context& ctx, const Variable& x) const {
  return rms_norm(ctx, x, weight, epsilon);
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
