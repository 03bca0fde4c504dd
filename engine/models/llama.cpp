#include "engine/models/llama.h"

namespace heed {
namespace {

nn::NormSizes norm_sizes(const LlamaConfig& c) {
  return {.epsilon = c.epsilon, .kind = nn::NormKind::kRms};
}

std::vector<nn::TransformerLayer> layers_of(Parameters& parameters, const LlamaConfig& c) {
  const nn::PartStart start{{Init::kNormal, 0, c.deviation}, {Init::kNormal, 0, c.deviation}};
  nn::TransformerSizes sizes{
      .attention = {.D = c.D,
                    .width = c.heads * c.head_width,
                    .heads = c.heads,
                    .key_heads = c.key_heads,
                    .has_bias = c.biases,
                    .out_has_bias = c.joins_with_bias,
                    .head_norm = c.norms_heads ? std::optional(norm_sizes(c)) : std::nullopt,
                    .causal = true,
                    .start = start,
                    .keep = Keep::kFloat32},
      .feed_forward = {.F = c.feed_forward,
                       .kind = nn::FeedForwardKind::kTwoGated,
                       .activation = c.activation,
                       .has_bias = c.feed_forward_biases,
                       .start = start,
                       .keep = Keep::kFloat32},
      .norm = norm_sizes(c),
      .norm_first = true};
  std::vector<nn::TransformerLayer> layers;
  for (int64_t l = 0; l < c.layers; ++l) {
    if (!c.reaches.empty()) sizes.attention.reach = c.reaches[static_cast<size_t>(l)];
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
      final_norm_(parameters_, "decoder.norm", c.D, norm_sizes(c)),
      out_(c.tied ? std::nullopt
                  : std::optional(nn::Linear(parameters_, "out", c.D, c.V,
                                             Parameters::Start{Init::kNormal, 0, c.deviation}, false))) {
  if (c.tied) parameters_.is_multiplied(words_.weight.node().name);
}

std::vector<AttentionPoint> Llama::attention() const {
  return self_attention(layers_, true);
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
                  layers_[l](ctx, x, {batch.sentences, angles, past ? &past->at(l) : nullptr}));
  return x;
}

Variable Llama::scores(Context& ctx, const Variable& states) const {
  const Variable x = final_norm_(ctx, states);
  return out_ ? (*out_)(ctx, x) : linear(ctx, x, words_.weight, {});
}

}  // namespace heed
