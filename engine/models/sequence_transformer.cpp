#include "engine/models/sequence_transformer.h"

#include <cmath>

#include "engine/base/portable_math.h"

namespace heed {
namespace {

using nn::TransformerLayer;

std::vector<TransformerLayer> layers_of(Parameters& parameters, const SequenceTransformerConfig& c,
                                        bool decoder) {
  const nn::PartStart start{{Init::kNormal, 0, c.deviation}, {Init::kNormal, 0, c.deviation}};
  const nn::TransformerSizes sizes{
      .attention = {.D = c.D,
                    .heads = decoder ? c.decoder_heads : c.encoder_heads,
                    .causal = decoder,
                    .dropout = c.attention_dropout,
                    .start = start},
      .feed_forward = {.F = decoder ? c.decoder_feed_forward : c.encoder_feed_forward,
                       .activation = c.activation,
                       .start = start},
      .norm_first = c.norm_first,
      .has_source = decoder,
      .attended_dropout = c.dropout,
      .fed_dropout = c.dropout};
  std::vector<TransformerLayer> layers;
  for (int64_t l = 0; l < (decoder ? c.decoder_layers : c.encoder_layers); ++l)
    layers.emplace_back(parameters, (decoder ? "decoder." : "encoder.") + std::to_string(l), sizes);
  return layers;
}

// Column c of place t: sin(t / 10000^(2i/D)) or cos of it (section 3.5).
double sinusoid(const SequenceTransformerConfig& c, int64_t t, int64_t column) {
  const int64_t half = (c.D + 1) / 2;
  const int64_t i = c.interleaved ? column / 2 : column % half;
  const bool cosine = c.interleaved ? column % 2 == 1 : column >= half;
  const double angle = static_cast<double>(t) *
                       portable_pow(10000.0, -2.0 * static_cast<double>(i) / static_cast<double>(c.D));
  const SinCos at = portable_sincos(angle);
  return cosine ? at.cos : at.sin;
}

template <class T>
void write_places(const SequenceTransformerConfig& c, const Spans& texts, int64_t before,
                  const Tensor& rows) {
  T* row = rows.data<T>();
  for (size_t b = 0; b < texts.B(); ++b)
    for (int64_t t = 0; t < texts.length[b]; ++t)
      for (int64_t column = 0; column < c.D; ++column)
        row[(texts.begin[b] + t) * c.D + column] = static_cast<T>(sinusoid(c, before + t, column));
}

std::optional<nn::Norm> norm_of(Parameters& parameters, const SequenceTransformerConfig& c,
                                const char* name) {
  return c.norm_first ? std::optional(nn::Norm(parameters, name, c.D)) : std::nullopt;
}

std::optional<nn::Linear> head_of(Parameters& parameters, const SequenceTransformerConfig& c) {
  if (c.tied) return std::nullopt;
  return nn::Linear(parameters, "out", c.D, c.written_V(), Parameters::Start{Init::kNormal, 0, c.deviation},
                    false);
}

Spans one_text(size_t tokens) {
  return Spans::packed({static_cast<int32_t>(tokens)});
}

}  // namespace

SequenceTransformer::SequenceTransformer(const SequenceTransformerConfig& c, std::optional<uint64_t> seed,
                                         DType dtype)
    : SequenceNetwork(seed, dtype),
      config_(c),
      words_(parameters_, c.shared ? "embeddings.words" : "embeddings.source", c.V, c.D, c.deviation),
      targets_(c.shared ? std::nullopt
                        : std::optional(nn::Embedding(parameters_, "embeddings.target", c.written_V(), c.D,
                                                      c.deviation))),
      out_(head_of(parameters_, c)),
      score_bias_(parameters_.add_buffer("out.logits_bias", {1, c.written_V()})),
      encoder_(layers_of(parameters_, c, false)),
      decoder_(layers_of(parameters_, c, true)),
      encoder_norm_(norm_of(parameters_, c, "encoder.norm")),
      decoder_norm_(norm_of(parameters_, c, "decoder.norm")) {}

Variable SequenceTransformer::embedded(Context& ctx, const nn::Embedding& words, const Tensor& ids,
                                       const Spans& texts, int64_t before) const {
  check(before + texts.longest() <= config_.positions, "[sequence transformer] a text of ",
        before + texts.longest(), " tokens: this model has places for ", config_.positions, ".");
  Variable x = words(ctx, ids);
  if (config_.scaled) x = scale(ctx, x, std::sqrt(static_cast<double>(config_.D)));
  const Tensor places = Tensor::zeros(x.shape(), x.value().dtype());
  if (places.dtype() == DType::kFloat64)
    write_places<double>(config_, texts, before, places);
  else
    write_places<float>(config_, texts, before, places);
  x = add(ctx, x, Variable(on_device(*ctx.device, places, *ctx.memory)));
  return dropout(ctx, config_.dropout, x);
}

Variable SequenceTransformer::encoded(Context& ctx, const Tensor& ids, const Spans& texts) const {
  Variable x = ctx.point("encoder.embeddings", embedded(ctx, words_, ids, texts, 0));
  for (const TransformerLayer& layer : encoder_) x = ctx.point(layer.name, layer(ctx, x, {texts}));
  return encoder_norm_ ? (*encoder_norm_)(ctx, x) : x;
}

Variable SequenceTransformer::scores(Context& ctx, const Variable& states) const {
  const Variable bias(score_bias_.value().reshaped({config_.written_V()}));
  const Variable x = decoder_norm_ ? (*decoder_norm_)(ctx, states) : states;
  return linear(ctx, x, out_ ? out_->weight : target_words().weight, bias);
}

Variable SequenceTransformer::forward(Context& ctx, const TextBatch& batch) const {
  check(batch.targets.B() == batch.sentences.B(), "[sequence transformer] ", batch.sentences.B(),
        " texts to read and ", batch.targets.B(), " to write: expected the same number.");
  const Variable x = encoded(ctx, batch.ids, batch.sentences);
  Variable y =
      ctx.point("decoder.embeddings", embedded(ctx, target_words(), batch.target_ids, batch.targets, 0));
  for (const TransformerLayer& layer : decoder_)
    y = ctx.point(
        layer.name,
        layer(ctx, y, {.texts = batch.targets, .source = layer.cross->read(ctx, x, batch.sentences)}));
  return scores(ctx, y);
}

// What each decoder layer has made of the source, and keys and values of what is written.
struct SequenceTransformer::Decoded : Decoding {
  std::vector<nn::ReadSource> source;
  nn::Past written;
  int64_t length = 0;

  std::unique_ptr<Decoding> copy(const Context& ctx) const override {
    auto made = std::make_unique<Decoded>(*this);
    for (nn::KeyValues& layer : made->written) layer = layer.copy(ctx);
    return made;
  }
};

std::unique_ptr<SequenceNetwork::Decoding> SequenceTransformer::read(
    Context& ctx, const std::vector<int32_t>& source) const {
  const Spans texts = one_text(source.size());
  const Variable x = encoded(ctx, Tensor::list(source), texts);
  auto made = std::make_unique<Decoded>();
  for (const TransformerLayer& layer : decoder_) made->source.push_back(layer.cross->read(ctx, x, texts));
  made->written.resize(decoder_.size());
  return made;
}

Tensor SequenceTransformer::next(Context& ctx, Decoding& decoding, int32_t id) const {
  auto& so_far = dynamic_cast<Decoded&>(decoding);
  const Spans one = one_text(1);
  Variable y = embedded(ctx, target_words(), Tensor::list<int32_t>({id}), one, so_far.length++);
  for (size_t l = 0; l < decoder_.size(); ++l)
    y = decoder_[l](ctx, y, {.texts = one, .past = &so_far.written[l], .source = so_far.source[l]});
  return ctx.host(scores(ctx, y).value());
}

std::vector<AttentionPoint> SequenceTransformer::attention() const {
  std::vector<AttentionPoint> points = self_attention(encoder_, false);
  for (const AttentionPoint& written : self_attention(decoder_, false)) points.push_back(written);
  for (size_t l = 0; l < decoder_.size(); ++l)
    points.push_back(
        {decoder_[l].cross->name + ".weights", "cross", static_cast<int>(l), config_.decoder_heads});
  return points;
}

// The count assumes that as many tokens are written as read.
int64_t SequenceTransformer::multiply_adds(int64_t tokens) const {
  const int64_t D = config_.D;
  const int64_t read = config_.encoder_layers * (4 * D + 2 * config_.encoder_feed_forward);
  const int64_t written =
      config_.decoder_layers * (8 * D + 2 * config_.decoder_feed_forward) + config_.written_V();
  return tokens / 2 * D * (read + written);
}

}  // namespace heed
