#include "engine/nn/attention.h"

#include <cmath>

namespace heed::nn {

SelfAttention::SelfAttention(Parameters& parameters, const std::string& layer, const AttentionSizes& s)
    : name(layer),
      sizes(s),
      query(parameters, layer + ".query", s.D, s.width, s.start),
      key(parameters, layer + ".key", s.D, s.width, s.start),
      value(parameters, layer + ".value", s.D, s.width, s.start),
      out(parameters, layer + ".out", s.width, s.D, s.start),
      mechanism(make_mechanism_beside_dot(s.mechanism, parameters, layer,
                                          {s.width, s.width, 0, s.heads, 1, s.window, {}})) {
  check(s.heads >= 1 && s.width % s.heads == 0, "[", layer, "] attention width ", s.width,
        " cannot be shared by ", s.heads, " heads: choose a width that is a multiple of the heads.");
}

Variable attend(Context& ctx, const AttentionPlan& plan, const std::string& name, double rate,
                const Variable& q, const Variable& k, const Variable& v) {
  const std::string point = name + ".weights";
  if ((!ctx.training || rate == 0) && !ctx.watched(point)) return attention(ctx, plan, q, k, v);
  const Variable weights = ctx.point(point, attention_weights(ctx, plan, q, k));  // softmax(q kᵀ / √K)
  return attention_apply(ctx, plan, dropout(ctx, rate, weights), v);
}

Variable SelfAttention::operator()(Context& ctx, const Variable& x, const Spans& sentences, Keep keep) const {
  const double K = static_cast<double>(sizes.width) / static_cast<double>(sizes.heads);
  const AttentionPlan plan{sentences, sentences, sizes.heads, 1 / std::sqrt(K), false};
  const Keep inner = mechanism || (ctx.training && sizes.dropout > 0)
                         ? Keep::kFloat32
                         : Keep::kBFloat16;  // only the fused kernel reads bfloat16
  auto projected = [&](const Linear& layer) { return layer(ctx, x, Activation::kNone, inner); };
  const Variable q = ctx.point(name + ".q", projected(query)), k = ctx.point(name + ".k", projected(key));
  const Variable v = projected(value);
  const Variable read =
      mechanism
          ? attention_apply(ctx, plan, dropout(ctx, sizes.dropout, mechanism->weights(ctx, plan, q, k)), v)
          : attend(ctx, plan, name, sizes.dropout, q, k, v);
  return out(ctx, read, Activation::kNone, keep);
}

}  // namespace heed::nn
