#include "engine/nn/encoder_layer.h"

namespace heed::nn {

EncoderLayer::EncoderLayer(Parameters& parameters, const std::string& name, const AttentionSizes& sizes,
                           int64_t feed_forward, const EncoderDropout& rates, Activation f, double epsilon)
    : attention(parameters, name + ".attention", sizes),
      attention_norm(parameters, name + ".attention_norm", sizes.D, epsilon),
      feed_forward_in(parameters, name + ".feed_forward.in", sizes.D, feed_forward, sizes.start),
      feed_forward_out(parameters, name + ".feed_forward.out", feed_forward, sizes.D, sizes.start),
      feed_forward_norm(parameters, name + ".feed_forward_norm", sizes.D, epsilon),
      dropout(rates),
      activation(f) {}

Variable EncoderLayer::operator()(Context& ctx, const Variable& x, const Spans& sentences) const {
  return checkpointed(ctx, *this, &EncoderLayer::pass, x, sentences);
}

Variable EncoderLayer::pass(Context& ctx, const Variable& x, const Spans& sentences) const {
  const Variable attended = attention(ctx, x, sentences, Keep::kBFloat16);
  const Variable h = attention_norm(ctx, x, attended, dropout.attended);
  const Variable f = feed_forward(
      ctx, h, {feed_forward_in.weight, feed_forward_in.bias, feed_forward_out.weight, feed_forward_out.bias},
      activation, Keep::kBFloat16);
  return feed_forward_norm(ctx, h, f, dropout.fed_forward);
}

}  // namespace heed::nn
