#include "engine/nn/pre_norm_layer.h"

namespace heed::nn {
namespace {

std::optional<LayerNorm> first_norm(Parameters& parameters, const std::string& name, const PreNormSizes& s) {
  if (!s.normalises_first) return std::nullopt;
  return LayerNorm(parameters, name + ".attention_norm", s.attention.D, s.epsilon, s.norm_bias);
}

}  // namespace

PreNormLayer::PreNormLayer(Parameters& parameters, const std::string& name, const PreNormSizes& s)
    : sizes(s),
      attention_norm(first_norm(parameters, name, s)),
      attention(parameters, name + ".attention", s.attention),
      feed_forward_norm(parameters, name + ".feed_forward_norm", s.attention.D, s.epsilon, s.norm_bias),
      feed_forward_in(parameters, name + ".feed_forward.in", s.attention.D, 2 * s.feed_forward,
                      s.attention.in, s.feed_forward_bias),
      feed_forward_out(parameters, name + ".feed_forward.out", s.feed_forward, s.attention.D, s.attention.out,
                       s.feed_forward_bias) {}

Variable PreNormLayer::operator()(Context& ctx, const Variable& x, const Spans& sentences,
                                  const Tensor& angles) const {
  return checkpointed(ctx, *this, &PreNormLayer::pass, x, sentences, angles);
}

Variable PreNormLayer::pass(Context& ctx, const Variable& x, const Spans& sentences,
                            const Tensor& angles) const {
  const Variable seen = attention_norm ? (*attention_norm)(ctx, x) : x;
  const Variable attended = attention(ctx, seen, sentences, angles);
  const Variable h = add(ctx, x, dropout(ctx, sizes.attended_dropout, attended));
  const Variable both = feed_forward_in(ctx, feed_forward_norm(ctx, h), Activation::kNone, Keep::kBFloat16);
  const Variable units = dropout(ctx, sizes.gated_dropout, gated(ctx, sizes.activation, both));
  return add(ctx, h, feed_forward_out(ctx, units, Activation::kNone, Keep::kBFloat16));
}

}  // namespace heed::nn
