#include "engine/nn/causal_layer.h"

#include <cmath>

#include "engine/nn/attention.h"

namespace heed::nn {

CausalLayer::CausalLayer(Parameters& parameters, const std::string& layer, const CausalSizes& s)
    : name(layer),
      sizes(s),
      attention_norm(parameters, layer + ".attention_norm", s.D, s.epsilon),
      query(parameters, layer + ".attention.query", s.D, s.D, s.in, true),
      key(parameters, layer + ".attention.key", s.D, s.D, s.in, true),
      value(parameters, layer + ".attention.value", s.D, s.D, s.in, true),
      out(parameters, layer + ".attention.out", s.D, s.D, s.out, true),
      feed_forward_norm(parameters, layer + ".feed_forward_norm", s.D, s.epsilon),
      feed_forward_in(parameters, layer + ".feed_forward.in", s.D, s.feed_forward, s.in, true),
      feed_forward_out(parameters, layer + ".feed_forward.out", s.feed_forward, s.D, s.out, true) {
  check(s.heads >= 1 && s.D % s.heads == 0, "[", layer, "] attention width ", s.D, " cannot be shared by ",
        s.heads, " heads.");
}

Variable CausalLayer::attended(Context& ctx, const Variable& x, const Spans& texts, KeyValues* past) const {
  const std::string point = name + ".attention";
  const double K = static_cast<double>(sizes.D) / static_cast<double>(sizes.heads);
  const bool drops = ctx.training && sizes.attention_dropout > 0;
  const Keep keep = drops ? Keep::kFloat32 : Keep::kBFloat16;  // only the fused kernel reads bfloat16
  auto made = [&](const Linear& layer) { return layer(ctx, x, Activation::kNone, keep); };
  const Variable asked = sizes.sharpness == 1 ? made(query) : scale(ctx, query(ctx, x), sizes.sharpness);
  const Variable q = ctx.point(point + ".q", asked), k = ctx.point(point + ".k", made(key));
  AttentionPlan plan{texts, texts, sizes.heads, 1 / std::sqrt(K), true};
  if (!past) return attend(ctx, plan, point, sizes.attention_dropout, q, k, made(value));
  const KeyValues::Rows all = extend(ctx, *past, k, made(value), plan, name);
  return attend(ctx, plan, point, 0, q, all.keys, all.values);
}

Variable CausalLayer::pass(Context& ctx, const Variable& x, const Spans& texts, KeyValues* past) const {
  const Variable seen = attended(ctx, attention_norm(ctx, x), texts, past);
  const Variable h =
      add(ctx, x, dropout(ctx, sizes.dropout, out(ctx, seen, Activation::kNone, Keep::kBFloat16)));
  const Variable f = feed_forward(
      ctx, feed_forward_norm(ctx, h),
      {feed_forward_in.weight, feed_forward_in.bias, feed_forward_out.weight, feed_forward_out.bias},
      sizes.activation, Keep::kBFloat16);
  return add(ctx, h, dropout(ctx, sizes.dropout, f));
}

Variable CausalLayer::operator()(Context& ctx, const Variable& x, const Spans& texts, KeyValues* past) const {
  if (past) return pass(ctx, x, texts, past);  // which it adds to
  return checkpointed(ctx, *this, &CausalLayer::pass, x, texts, nullptr);
}

}  // namespace heed::nn
