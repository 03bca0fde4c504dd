#include "engine/nn/transformer_layer.h"

namespace heed::nn {
namespace {

std::optional<Norm> norm_if(bool there, Parameters& parameters, const std::string& name,
                            const TransformerSizes& s) {
  if (!there) return std::nullopt;
  return Norm(parameters, name, s.attention.D, s.norm);
}

std::optional<Attention> cross_of(Parameters& parameters, const std::string& name,
                                  const TransformerSizes& s) {
  if (!s.has_source) return std::nullopt;
  return Attention(parameters, name, s.attention);
}

Variable normed(Context& ctx, const std::optional<Norm>& norm, const Variable& x) {
  return norm ? (*norm)(ctx, x) : x;
}

// The part f of `read` with its residual connection to x, between its norms.
template <class Part>
Variable around(Context& ctx, const std::optional<Norm>& before, const std::optional<Norm>& after,
                double rate, const Variable& x, const Variable& read, const Part& f) {
  const Variable said = f(normed(ctx, before, read));
  return after ? (*after)(ctx, x, said, rate) : add(ctx, x, dropout(ctx, rate, said));
}

}  // namespace

TransformerLayer::TransformerLayer(Parameters& p, const std::string& given, const TransformerSizes& s)
    : name(given),
      sizes(s),
      attention_before(norm_if(s.norm_first && !s.reads_normed, p, given + ".attention_norm", s)),
      attention(p, given + ".attention", s.attention),
      attention_added(norm_if(s.norms_added, p, given + ".attention_added_norm", s)),
      attention_after(norm_if(!s.norm_first, p, given + ".attention_norm", s)),
      cross_before(norm_if(s.has_source && s.norm_first, p, given + ".cross_norm", s)),
      cross(cross_of(p, given + ".cross", s)),
      cross_after(norm_if(s.has_source && !s.norm_first, p, given + ".cross_norm", s)),
      feed_forward_before(norm_if(s.norm_first, p, given + ".feed_forward_norm", s)),
      feed_forward(p, given + ".feed_forward", s.attention.D, s.feed_forward),
      feed_forward_added(norm_if(s.norms_added, p, given + ".feed_forward_added_norm", s)),
      feed_forward_after(norm_if(!s.norm_first, p, given + ".feed_forward_norm", s)) {}

Variable TransformerLayer::pass(Context& ctx, const Variable& x, const Surroundings& at) const {
  Variable h =
      around(ctx, attention_before, attention_after, sizes.attended_dropout, x, x,
             [&](const Variable& in) { return normed(ctx, attention_added, attention(ctx, in, at)); });
  if (cross)
    h = around(ctx, cross_before, cross_after, sizes.attended_dropout, h, h,
               [&](const Variable& in) { return cross->look(ctx, in, at.texts, at.source); });
  return around(ctx, feed_forward_before, feed_forward_after, sizes.fed_dropout, h, sizes.parallel ? x : h,
                [&](const Variable& in) { return normed(ctx, feed_forward_added, feed_forward(ctx, in)); });
}

Variable TransformerLayer::operator()(Context& ctx, const Variable& x, const Surroundings& at) const {
  if (at.past) return pass(ctx, x, at);  // it grows by x, so no layer is computed twice
  return checkpointed(ctx, *this, &TransformerLayer::pass, x, at);
}

}  // namespace heed::nn
