#include "engine/nn/pooling.h"

#include <cmath>

namespace heed::nn {

PoolingKind pooling_kind(const std::string& name, const std::string& file) {
  if (name == "linear") return PoolingKind::kLinear;
  if (name == "tanh") return PoolingKind::kTanh;
  if (name == "additive") return PoolingKind::kAdditive;
  if (name == "dot") return PoolingKind::kDot;
  if (name == "last") return PoolingKind::kLast;
  if (name == "mean") return PoolingKind::kMean;
  fail<UsageError>("[", file, "] the pooling \"", name,
                   "\" is unknown: expected linear, tanh, additive, dot, last or mean.");
}

Pooling::Pooling(Parameters& parameters, const std::string& given, PoolingKind k, int64_t D, int64_t columns)
    : name(given), kind(k), forward(columns) {
  if (!attends()) return;
  if (kind == PoolingKind::kAdditive) hidden.emplace(parameters, name + ".hidden", D, D);
  score = parameters.add(name + ".score.weight", {1, D}, Init::kUniform, D);
  if (kind == PoolingKind::kLinear || kind == PoolingKind::kTanh)
    bias = parameters.add(name + ".score.bias", {1}, Init::kUniform, D);
}

Variable Pooling::weights(Context& ctx, const Variable& h, const Spans& sentences) const {
  if (kind == PoolingKind::kDot) {
    const double scale = 1 / std::sqrt(static_cast<double>(h.size(1)));
    return attention_weights(ctx, {Spans::shared_row(sentences.B()), sentences, 1, scale, false}, score, h);
  }
  const Variable seen = hidden ? (*hidden)(ctx, h, Activation::kTanh) : h;
  const Activation f = kind == PoolingKind::kTanh ? Activation::kTanh : Activation::kNone;
  return span_softmax(ctx, ctx.point(name + ".scores", linear(ctx, seen, score, bias, f)), sentences);
}

Variable Pooling::operator()(Context& ctx, const Variable& h, const Spans& sentences) const {
  if (kind == PoolingKind::kLast) return last_states(ctx, h, sentences, forward);
  if (kind == PoolingKind::kMean) return mean_pool(ctx, h, sentences);
  const Variable A = ctx.point(name + ".weights", weights(ctx, h, sentences));
  return weighted_pool(ctx, A, h, sentences);
}

}  // namespace heed::nn
