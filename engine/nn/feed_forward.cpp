#include "engine/nn/feed_forward.h"

namespace heed::nn {
namespace {

Linear first_layer(Parameters& parameters, const std::string& name, int64_t D, const FeedForwardSizes& s) {
  const char* called = s.kind == FeedForwardKind::kTwoGated ? ".gate" : ".in";
  return {parameters, name + called, D, s.kind == FeedForwardKind::kGated ? 2 * s.F : s.F,
          s.start.in, s.has_bias};
}

std::optional<Linear> second_layer(Parameters& parameters, const std::string& name, int64_t D,
                                   const FeedForwardSizes& s) {
  if (s.kind != FeedForwardKind::kTwoGated) return std::nullopt;
  return Linear(parameters, name + ".up", D, s.F, s.start.in, s.has_bias);
}

}  // namespace

FeedForward::FeedForward(Parameters& parameters, const std::string& name, int64_t D,
                         const FeedForwardSizes& s)
    : sizes(s),
      in(first_layer(parameters, name, D, s)),
      up(second_layer(parameters, name, D, s)),
      out(parameters, name + ".out", s.F, D, s.start.out, s.has_bias) {}

Variable FeedForward::operator()(Context& ctx, const Variable& x) const {
  if (sizes.kind == FeedForwardKind::kPlain)
    return feed_forward(ctx, x, {in.weight, in.bias, out.weight, out.bias}, sizes.activation, sizes.keep);
  const Variable both =
      up ? concat(ctx, in(ctx, x), (*up)(ctx, x)) : in(ctx, x, Activation::kNone, sizes.keep);
  const Variable units = dropout(ctx, sizes.dropout, gated(ctx, sizes.activation, both));
  return out(ctx, units, Activation::kNone, sizes.keep);
}

}  // namespace heed::nn
