#include "engine/models/llama.h"

namespace heed {
namespace {

std::vector<nn::LlamaLayer> layers_of(Parameters& parameters, const LlamaConfig& c) {
  nn::LlamaSizes sizes{
      c.D,       c.heads,  c.key_heads,       c.head_width,  c.feed_forward,
      c.epsilon, c.biases, c.joins_with_bias, c.norms_heads, {Init::kNormal, 0, c.deviation}};
  sizes.feeds_with_bias = c.feed_forward_biases;
  sizes.activation = c.activation;
  std::vector<nn::LlamaLayer> layers;
  for (int64_t l = 0; l < c.layers; ++l) {
    if (!c.reaches.empty()) sizes.reach = c.reaches[static_cast<size_t>(l)];
    layers.emplace_back(parameters, "decoder." + std::to_string(l), sizes);
  }
  return layers;
}

}  // namespace

Llama::Llama(const LlamaConfig& c, std::optional<uint64_t> seed, DType dtype)
    : CausalNetwork(seed, dtype),
      config_(c),
      words_(parameters_, "embeddings.words", c.V, c.D, c.deviation),
      layers_(layers_of(parameters_, c)),
      final_norm_(parameters_, "decoder.norm", c.D, c.epsilon),
      out_(c.tied ? std::nullopt
                  : std::optional(nn::Linear(parameters_, "out", c.D, c.V,
                                             Parameters::Start{Init::kNormal, 0, c.deviation}, false))) {
  if (c.tied) parameters_.is_multiplied(words_.weight.node().name);
}

std::vector<AttentionPoint> Llama::attention() const {
  std::vector<AttentionPoint> points;
  for (size_t l = 0; l < layers_.size(); ++l) {
    points.push_back({layers_[l].name + ".attention.weights", "self", static_cast<int>(l), config_.heads});
    points.back().from_products = points.back().causal = true;
    points.back().reach = layers_[l].sizes.reach;
  }
  return points;
}

Anatomy Llama::anatomy() const {
  Anatomy a = writer_anatomy(config_.epsilon, config_.tied);
  a.centred = false;
  return a;
}

int64_t Llama::multiply_adds(int64_t tokens) const {
  const int64_t attention = 2 * config_.head_width * (config_.heads + config_.key_heads);
  return tokens * config_.D * (config_.layers * (attention + 3 * config_.feed_forward) + config_.V);
}

Variable Llama::states(Context& ctx, const TextBatch& batch, nn::Past* past) const {
  const int64_t before = past && !past->empty() ? past->front().length() : 0;
  const int64_t longest = batch.sentences.longest();
  check(before + longest <= max_tokens(), "[llama] a text of ", before + longest,
        " tokens: this model has places for ", max_tokens(), ".");
  Variable x = ctx.point("embeddings", words_(ctx, batch.ids));
  // Keys that are kept keep the turn that they got, as the library has it.
  const Tensor angles = config_.rope.angles(ctx, before + longest, longest, config_.head_width, x.dtype());
  for (size_t l = 0; l < layers_.size(); ++l)
    x = ctx.point(layers_[l].name,
                  layers_[l](ctx, x, batch.sentences, angles, past ? &past->at(l) : nullptr));
  return x;
}

Variable Llama::scores(Context& ctx, const Variable& states) const {
  const Variable x = final_norm_(ctx, states);
  return out_ ? (*out_)(ctx, x) : linear(ctx, x, words_.weight, {});
}

}  // namespace heed
