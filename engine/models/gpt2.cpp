#include "engine/models/gpt2.h"

#include <cmath>

namespace heed {
namespace {

// Ids are the host's, whatever computes on them. `before`: tokens that have been read.
Tensor positions_of(const Gpt2Config& c, const Spans& texts, int64_t N, int64_t before) {
  Tensor positions = Tensor::zeros({N}, DType::kInt32);
  for (size_t b = 0; b < texts.B(); ++b) {
    check(before + texts.length[b] <= c.positions, "[gpt2] a text of ", before + texts.length[b],
          " tokens: this model has positions for ", c.positions, ".");
    for (int32_t t = 0; t < texts.length[b]; ++t)
      positions.data<int32_t>()[texts.begin[b] + t] = static_cast<int32_t>(before) + t;
  }
  return positions;
}

std::vector<nn::TransformerLayer> layers_of(Parameters& parameters, const Gpt2Config& c) {
  const double added = c.deviation / std::sqrt(2 * static_cast<double>(c.layers));  // by 2 L parts in all
  const nn::PartStart start{{Init::kNormal, 0, c.deviation}, {Init::kNormal, 0, added}};
  nn::TransformerSizes sizes{
      .attention =
          {.D = c.D, .heads = c.heads, .causal = true, .dropout = c.attention_dropout, .start = start},
      .feed_forward = {.F = c.feed_forward, .activation = c.activation, .start = start},
      .norm = {.epsilon = c.epsilon},
      .norm_first = true,
      .attended_dropout = c.residual_dropout,
      .fed_dropout = c.residual_dropout};
  std::vector<nn::TransformerLayer> layers;
  for (int64_t l = 0; l < c.layers; ++l) {
    double& sharpness = sizes.attention.sharpness;
    sharpness = c.scaled ? 1 : std::sqrt(static_cast<double>(c.D) / static_cast<double>(c.heads));
    if (c.scaled_by_layer) sharpness /= static_cast<double>(l + 1);
    layers.emplace_back(parameters, "decoder." + std::to_string(l), sizes);
  }
  return layers;
}

}  // namespace

Gpt2::Gpt2(const Gpt2Config& c, std::optional<uint64_t> seed, DType dtype)
    : CausalNetwork(seed, dtype),
      config_(c),
      words_(parameters_, "embeddings.words", c.V, c.D, c.deviation),
      positions_(parameters_, "embeddings.positions", c.positions, c.D, c.deviation),
      layers_(layers_of(parameters_, c)),
      final_norm_(parameters_, "decoder.norm", c.D, {c.epsilon}),
      out_(c.tied ? std::nullopt
                  : std::optional(nn::Linear(parameters_, "out", c.D, c.V,
                                             Parameters::Start{Init::kNormal, 0, c.deviation}, false))) {
  if (c.tied) parameters_.is_multiplied(words_.weight.node().name);
}

std::vector<AttentionPoint> Gpt2::attention() const {
  return self_attention(layers_, true);
}

Anatomy Gpt2::anatomy() const {
  return writer_anatomy(config_.epsilon, config_.tied);
}

int64_t Gpt2::multiply_adds(int64_t tokens) const {
  return tokens * config_.D * (config_.layers * (4 * config_.D + 2 * config_.feed_forward) + config_.V);
}

std::vector<Tensor> Gpt2::ids_of(const TextBatch& batch) const {
  return {positions_of(config_, batch.sentences, batch.ids.count(), 0)};
}

Variable Gpt2::states(Context& ctx, const TextBatch& batch, nn::Past* past) const {
  const int64_t before = past && !past->empty() ? past->front().length() : 0;
  const Tensor positions = positions_of(config_, batch.sentences, batch.ids.count(), before);
  Variable x = add(ctx, words_(ctx, batch.ids), positions_(ctx, positions));
  x = ctx.point("embeddings", dropout(ctx, config_.embedding_dropout, x));
  for (size_t l = 0; l < layers_.size(); ++l)
    x = ctx.point(layers_[l].name,
                  layers_[l](ctx, x, {.texts = batch.sentences, .past = past ? &past->at(l) : nullptr}));
  return x;
}

Variable Gpt2::scores(Context& ctx, const Variable& states) const {
  const Variable x = final_norm_(ctx, states);
  return out_ ? (*out_)(ctx, x) : linear(ctx, x, words_.weight, {});
}

}  // namespace heed
