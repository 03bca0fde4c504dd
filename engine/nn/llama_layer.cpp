#include "engine/nn/llama_layer.h"

#include <cmath>

#include "engine/nn/attention.h"

namespace heed::nn {

LlamaLayer::LlamaLayer(Parameters& parameters, const std::string& layer, const LlamaSizes& s)
    : name(layer),
      sizes(s),
      attention_norm(parameters, layer + ".attention_norm", s.D, s.epsilon),
      query(parameters, layer + ".attention.query", s.D, s.heads * s.K, s.start, s.has_bias),
      key(parameters, layer + ".attention.key", s.D, s.key_heads * s.K, s.start, s.has_bias),
      value(parameters, layer + ".attention.value", s.D, s.key_heads * s.K, s.start, s.has_bias),
      out(parameters, layer + ".attention.out", s.heads * s.K, s.D, s.start, s.joins_with_bias),
      feed_forward_norm(parameters, layer + ".feed_forward_norm", s.D, s.epsilon),
      gate(parameters, layer + ".feed_forward.gate", s.D, s.feed_forward, s.start, s.feeds_with_bias),
      up(parameters, layer + ".feed_forward.up", s.D, s.feed_forward, s.start, s.feeds_with_bias),
      feed_forward_out(parameters, layer + ".feed_forward.out", s.feed_forward, s.D, s.start,
                       s.feeds_with_bias) {
  check(s.key_heads >= 1 && s.heads % s.key_heads == 0 && s.K % 2 == 0, "[", layer, "] ", s.heads,
        " heads of width ", s.K, " cannot share ", s.key_heads,
        " heads of keys: expected a multiple, and an even width.");
  if (!s.norms_heads) return;
  query_norm.emplace(parameters, layer + ".attention.query_norm", s.K, s.epsilon);
  key_norm.emplace(parameters, layer + ".attention.key_norm", s.K, s.epsilon);
}

Variable LlamaLayer::attended(Context& ctx, const Variable& x, const Spans& texts, const Tensor& angles,
                              KeyValues* past) const {
  const std::string point = name + ".attention";
  const auto turned = [&](const Variable& heads, const std::optional<RmsNorm>& norm) {
    return rotary(ctx, norm ? (*norm)(ctx, heads) : heads, texts, angles);
  };
  const Variable q = ctx.point(point + ".q", turned(query(ctx, x), query_norm));
  Variable k = turned(key(ctx, x), key_norm), v = value(ctx, x);
  AttentionPlan plan{texts, texts,      sizes.heads, 1 / std::sqrt(static_cast<double>(sizes.K)),
                     true,  sizes.reach};
  if (past) {
    const KeyValues::Rows all = extend(ctx, *past, k, v, plan, name);
    k = all.keys, v = all.values;
  }
  const auto shared = [&](const Variable& heads) {
    return repeat_heads(ctx, heads, sizes.K, sizes.heads / sizes.key_heads);
  };
  return attend(ctx, plan, point, 0, q, ctx.point(point + ".k", shared(k)), shared(v));
}

Variable LlamaLayer::pass(Context& ctx, const Variable& x, const Spans& texts, const Tensor& angles,
                          KeyValues* past) const {
  const Variable h = add(ctx, x, out(ctx, attended(ctx, attention_norm(ctx, x), texts, angles, past)));
  const Variable n = feed_forward_norm(ctx, h);
  const Variable units = gated(ctx, sizes.activation, concat(ctx, gate(ctx, n), up(ctx, n)));
  return add(ctx, h, feed_forward_out(ctx, units));
}

Variable LlamaLayer::operator()(Context& ctx, const Variable& x, const Spans& texts, const Tensor& angles,
                                KeyValues* past) const {
  if (past) return pass(ctx, x, texts, angles, past);  // which it adds to
  return checkpointed(ctx, *this, &LlamaLayer::pass, x, texts, angles, nullptr);
}

}  // namespace heed::nn
