#include "engine/nn/sequence_layer.h"

#include <cmath>

#include "engine/nn/attention.h"

namespace heed::nn {

SequenceLayer::Attention::Attention(Parameters& parameters, const std::string& given, const SequenceSizes& s)
    : name(given),
      query(parameters, given + ".query", s.D, s.D, s.start, true),
      key(parameters, given + ".key", s.D, s.D, s.start, true),
      value(parameters, given + ".value", s.D, s.D, s.start, true),
      out(parameters, given + ".out", s.D, s.D, s.start, true) {}

SequenceLayer::SequenceLayer(Parameters& parameters, const std::string& given, const SequenceSizes& s,
                             Kind kind)
    : name(given),
      sizes_(s),
      scale_(1 / std::sqrt(static_cast<double>(s.D) / static_cast<double>(s.heads))),
      attention_(parameters, given + ".attention", s),
      attention_norm_(parameters, given + ".attention_norm", s.D, s.epsilon),
      cross_(kind == Kind::kDecoder ? std::optional(Attention(parameters, given + ".cross", s))
                                    : std::nullopt),
      cross_norm_(kind == Kind::kDecoder
                      ? std::optional(LayerNorm(parameters, given + ".cross_norm", s.D, s.epsilon))
                      : std::nullopt),
      in_(parameters, given + ".feed_forward.in", s.D, s.feed_forward, s.start, true),
      out_(parameters, given + ".feed_forward.out", s.feed_forward, s.D, s.start, true),
      feed_forward_norm_(parameters, given + ".feed_forward_norm", s.D, s.epsilon) {
  check(s.heads >= 1 && s.D % s.heads == 0, "[", given, "] the width ", s.D, " cannot be shared by ", s.heads,
        " heads: choose a width that is a multiple of the heads.");
}

// Only the fused kernel of attention reads bfloat16.
Variable SequenceLayer::projected(Context& ctx, const Linear& layer, const Variable& x) const {
  const bool drops = ctx.training && sizes_.attention_dropout > 0;
  return layer(ctx, x, Activation::kNone, drops ? Keep::kFloat32 : Keep::kBFloat16);
}

ReadSource SequenceLayer::read(Context& ctx, const Variable& states, const Spans& texts) const {
  return {ctx.point(cross_->name + ".k", projected(ctx, cross_->key, states)),
          projected(ctx, cross_->value, states), texts};
}

Variable SequenceLayer::self(Context& ctx, const Variable& x, const Spans& texts, bool causal,
                             KeyValues* written) const {
  const std::string& point = attention_.name;
  const Variable q = ctx.point(point + ".q", projected(ctx, attention_.query, x));
  Variable k = ctx.point(point + ".k", projected(ctx, attention_.key, x));
  Variable v = projected(ctx, attention_.value, x);
  AttentionPlan plan{texts, texts, sizes_.heads, scale_, causal};
  if (written) {
    const KeyValues::Rows all = extend(ctx, *written, k, v, plan, name);
    k = all.keys, v = all.values;
  }
  const double rate = written ? 0 : sizes_.attention_dropout;
  return attention_.out(ctx, attend(ctx, plan, point, rate, q, k, v), Activation::kNone, Keep::kBFloat16);
}

Variable SequenceLayer::look(Context& ctx, const Variable& x, const Spans& texts,
                             const ReadSource& source) const {
  const Variable q = ctx.point(cross_->name + ".q", projected(ctx, cross_->query, x));
  const AttentionPlan plan{texts, source.texts, sizes_.heads, scale_, false};
  const Variable seen =
      attend(ctx, plan, cross_->name, sizes_.attention_dropout, q, source.keys, source.values);
  return cross_->out(ctx, seen, Activation::kNone, Keep::kBFloat16);
}

Variable SequenceLayer::fed_forward(Context& ctx, const Variable& x) const {
  return feed_forward(ctx, x, {in_.weight, in_.bias, out_.weight, out_.bias}, sizes_.activation,
                      Keep::kBFloat16);
}

template <class Part>
Variable SequenceLayer::around(Context& ctx, const LayerNorm& norm, const Variable& x,
                               const Part& part) const {
  if (sizes_.norm_first) return add(ctx, x, dropout(ctx, sizes_.dropout, part(norm(ctx, x))));
  return norm(ctx, x, part(x), sizes_.dropout);
}

Variable SequenceLayer::operator()(Context& ctx, const Variable& x, const Spans& texts) const {
  return checkpointed(ctx, *this, &SequenceLayer::encoded, x, texts);
}

Variable SequenceLayer::encoded(Context& ctx, const Variable& x, const Spans& texts) const {
  const Variable h = around(ctx, attention_norm_, x,
                            [&](const Variable& in) { return self(ctx, in, texts, false, nullptr); });
  return around(ctx, feed_forward_norm_, h, [&](const Variable& in) { return fed_forward(ctx, in); });
}

Variable SequenceLayer::operator()(Context& ctx, const Variable& x, const Spans& texts,
                                   const ReadSource& source, KeyValues* written) const {
  if (written) return decoded(ctx, x, texts, source, written);  // which it adds to
  return checkpointed(ctx, *this, &SequenceLayer::decoded, x, texts, source, nullptr);
}

Variable SequenceLayer::decoded(Context& ctx, const Variable& x, const Spans& texts, const ReadSource& source,
                                KeyValues* written) const {
  const Variable h = around(ctx, attention_norm_, x,
                            [&](const Variable& in) { return self(ctx, in, texts, true, written); });
  const Variable c =
      around(ctx, *cross_norm_, h, [&](const Variable& in) { return look(ctx, in, texts, source); });
  return around(ctx, feed_forward_norm_, c, [&](const Variable& in) { return fed_forward(ctx, in); });
}

}  // namespace heed::nn
