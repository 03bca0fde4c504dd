#include "engine/nn/attention.h"

#include <cmath>

namespace heed::nn {
namespace {

// Sizes with all defaults filled in.
AttentionSizes checked(const std::string& name, AttentionSizes s) {
  if (s.width == 0) s.width = s.D;
  check(s.heads >= 1 && s.width % s.heads == 0, "[", name, "] attention width ", s.width,
        " cannot be shared by ", s.heads, " heads: choose a width that is a multiple of the heads.");
  if (s.key_heads == 0) s.key_heads = s.heads;
  check(s.key_heads >= 1 && s.heads % s.key_heads == 0, "[", name, "] ", s.heads, " heads cannot share ",
        s.key_heads, " heads of keys: expected a multiple.");
  return s;
}

int64_t head_width(const AttentionSizes& s) {
  return s.width / s.heads;
}

int64_t width_of_keys(const AttentionSizes& s) {
  return head_width(s) * s.key_heads;
}

std::optional<Norm> head_norm(Parameters& parameters, const std::string& name, const AttentionSizes& s) {
  if (!s.head_norm) return std::nullopt;
  return Norm(parameters, name, head_width(s), *s.head_norm);
}

AttentionPlan plan_of(const AttentionSizes& s, const Spans& queries, const Spans& keys) {
  return {queries, keys, s.heads, 1 / std::sqrt(static_cast<double>(head_width(s)))};
}

// weights · v: by a fused kernel, unless somebody watches the weights, or it cannot make them.
Variable attend(Context& ctx, const AttentionPlan& plan, const std::string& point, const AttentionSizes& s,
                const Variable& q, const Variable& k, const Variable& v) {
  const bool dropped = ctx.training && s.dropout > 0;
  if (!s.capped && !dropped && !ctx.watched(point)) return attention(ctx, plan, q, k, v);
  const Variable made =
      s.capped ? s.capped(ctx, plan, s.cap, q, k) : attention_weights(ctx, plan, q, k);  // softmax(q kᵀ / √K)
  return attention_apply(ctx, plan, dropout(ctx, s.dropout, ctx.point(point, made)), v);
}

}  // namespace

Attention::Attention(Parameters& parameters, const std::string& given, const AttentionSizes& s)
    : name(given),
      sizes(checked(given, s)),
      query(parameters, given + ".query", s.D, sizes.width, s.start.in, s.has_bias),
      key(parameters, given + ".key", s.D, width_of_keys(sizes), s.start.in, s.has_bias),
      value(parameters, given + ".value", s.D, width_of_keys(sizes), s.start.in, s.has_bias),
      out(parameters, given + ".out", sizes.width, s.D, s.start.out, s.out_has_bias),
      mechanism(make_mechanism_beside_dot(s.mechanism, parameters, given,
                                          {sizes.width, sizes.width, 0, s.heads, 1, s.window, {}})),
      query_norm(head_norm(parameters, given + ".query_norm", sizes)),
      key_norm(head_norm(parameters, given + ".key_norm", sizes)) {}

Variable Attention::operator()(Context& ctx, const Variable& x, const Surroundings& at) const {
  const Variable q = ctx.point(name + ".q", placed(ctx, queries(ctx, x), query_norm, at));
  Variable k = placed(ctx, project(ctx, key, x), key_norm, at), v = project(ctx, value, x);
  AttentionPlan plan = plan_of(sizes, at.texts, at.texts);
  plan.causal = sizes.causal, plan.reach = sizes.reach;
  if (at.past) {
    const KeyValues::Rows all = extend(ctx, *at.past, k, v, plan, name);
    k = all.keys, v = all.values;
  }
  return join(ctx, plan, q, ctx.point(name + ".k", shared(ctx, k)), shared(ctx, v));
}

ReadSource Attention::read(Context& ctx, const Variable& states, const Spans& texts) const {
  const Variable k = ctx.point(name + ".k", shared(ctx, project(ctx, key, states)));
  return {k, shared(ctx, project(ctx, value, states)), texts};
}

Variable Attention::look(Context& ctx, const Variable& x, const Spans& texts,
                         const ReadSource& source) const {
  const Variable q = ctx.point(name + ".q", queries(ctx, x));
  return join(ctx, plan_of(sizes, texts, source.texts), q, source.keys, source.values);
}

// Only the fused kernel of attention reads bfloat16.
Variable Attention::project(Context& ctx, const Linear& layer, const Variable& x) const {
  const bool fused = !mechanism && (!ctx.training || sizes.dropout == 0);
  return layer(ctx, x, Activation::kNone, fused ? sizes.keep : Keep::kFloat32);
}

Variable Attention::queries(Context& ctx, const Variable& x) const {
  return sizes.sharpness == 1 ? project(ctx, query, x) : scale(ctx, query(ctx, x), sizes.sharpness);
}

Variable Attention::placed(Context& ctx, const Variable& heads, const std::optional<Norm>& norm,
                           const Surroundings& at) const {
  Variable normed = norm ? (*norm)(ctx, heads) : heads;
  if (!at.angles.defined()) return normed;
  return sizes.turn ? sizes.turn(ctx, normed, head_width(sizes), at.texts, at.angles)
                    : rotary(ctx, normed, at.texts, at.angles);
}

// Each head of keys or values as often as heads of queries share it.
Variable Attention::shared(Context& ctx, const Variable& heads) const {
  return repeat_heads(ctx, heads, head_width(sizes), sizes.heads / sizes.key_heads);
}

Variable Attention::join(Context& ctx, const AttentionPlan& plan, const Variable& q, const Variable& k,
                         const Variable& v) const {
  const Variable seen =
      mechanism
          ? attention_apply(ctx, plan, dropout(ctx, sizes.dropout, mechanism->weights(ctx, plan, q, k)), v)
          : attend(ctx, plan, name + ".weights", sizes, q, k, v);
  return out(ctx, seen, Activation::kNone, sizes.keep);
}

}  // namespace heed::nn
