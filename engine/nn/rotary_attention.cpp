#include "engine/nn/rotary_attention.h"

#include <cmath>

#include "engine/nn/attention.h"

namespace heed::nn {

RotaryAttention::RotaryAttention(Parameters& parameters, const std::string& layer,
                                 const RotaryAttentionSizes& s)
    : name(layer),
      sizes(s),
      query(parameters, layer + ".query", s.D, s.D, s.in, s.has_bias),
      key(parameters, layer + ".key", s.D, s.D, s.in, s.has_bias),
      value(parameters, layer + ".value", s.D, s.D, s.in, s.has_bias),
      out(parameters, layer + ".out", s.D, s.D, s.out, s.has_bias) {
  check(s.heads >= 1 && s.D % (2 * s.heads) == 0, "[", layer, "] attention width ", s.D,
        " cannot be shared by ", s.heads, " heads of an even width each.");
}

Variable RotaryAttention::operator()(Context& ctx, const Variable& x, const Spans& sentences,
                                     const Tensor& angles) const {
  const double K = static_cast<double>(sizes.D) / static_cast<double>(sizes.heads);
  const AttentionPlan plan{sentences, sentences, sizes.heads, 1 / std::sqrt(K), false, sizes.reach};
  const Keep keep = ctx.training && sizes.dropout > 0 ? Keep::kFloat32 : Keep::kBFloat16;
  auto turned = [&](const Linear& layer, const char* point) {
    return ctx.point(name + point, rotary(ctx, layer(ctx, x, Activation::kNone, keep), sentences, angles));
  };
  const Variable q = turned(query, ".q"), k = turned(key, ".k");
  const Variable v = value(ctx, x, Activation::kNone, keep);
  return out(ctx, attend(ctx, plan, name, sizes.dropout, q, k, v), Activation::kNone, Keep::kBFloat16);
}

}  // namespace heed::nn
