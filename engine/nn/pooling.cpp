#include "engine/nn/pooling.h"

#include <cmath>
#include <utility>

#include "engine/base/names.h"

namespace heed::nn {

namespace {

constexpr std::pair<const char*, PoolingKind> kPoolings[] = {
    {"linear", PoolingKind::kLinear}, {"tanh", PoolingKind::kTanh}, {"additive", PoolingKind::kAdditive},
    {"dot", PoolingKind::kDot},       {"last", PoolingKind::kLast}, {"mean", PoolingKind::kMean},
};

}  // namespace

std::vector<std::string> pooling_names() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : kPoolings) names.push_back(name);
  return names;
}

PoolingKind pooling_kind(const std::string& wanted, const std::string& file) {
  std::string known;
  for (const auto& [name, kind] : kPoolings) {
    if (wanted == name) return kind;
    append_name(known, name);
  }
  fail<UsageError>("[", file, "] the pooling \"", wanted, "\" is unknown: expected one of ", known, ".");
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
