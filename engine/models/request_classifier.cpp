#include "engine/models/request_classifier.h"

#include "engine/format/fields_json.h"
#include "engine/models/bounds.h"

namespace heed {

const Fields<RequestClassifier::Config>& RequestClassifier::Config::fields() {
  static const auto described =
      Fields<Config>()
          .number("embedding", &Config::embedding, kWidthBounds,
                  "Embedding size: length D of a word's vector.")
          .number("attention", &Config::attention, kWidthBounds,
                  "Attention size: total length of queries, keys and values over all heads.")
          .number("heads", &Config::heads, kHeadBounds, "Number of heads H in each layer.")
          .number("layers", &Config::layers, kLayerBounds, "Number of layers.")
          .number("feed_forward", &Config::feed_forward, {1, 262144},
                  "Size of the feed-forward layer after attention.")
          .number("positions", &Config::positions, {0, 65536},
                  "Number of positions with a position embedding; 0: the model ignores word order.")
          .choice("pooling", &Config::pooling, {"mean", "last"},
                  "State that decides: the mean over all words, or the last word.")
          .part("", &Config::mechanism, MechanismSettings::fields())
          .number("dropout", &Config::dropout, kShare,
                  "Dropout: share of activations set to zero during training.")
          .number("embedding_dropout", &Config::embedding_dropout, kShare,
                  "Embedding dropout: share of the word vectors set to zero during training.");
  return described;
}

RequestClassifier::Config RequestClassifier::Config::from(const nlohmann::json& json,
                                                          const std::string& file) {
  Config c = read_as(json, fields(), file, "", Beside::kAnything);
  check(c.heads <= c.attention, "[", file, "] sizes out of bounds: ", c.heads,
        " heads cannot share a width of ", c.attention, ".");
  return c;
}

nlohmann::json RequestClassifier::Config::json() const {
  nlohmann::json config = write_fields(fields(), this);
  config["architecture"] = "request-classifier";
  return config;
}

RequestClassifier::RequestClassifier(const Config& config, const NetworkSizes& sizes,
                                     std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(config),
      embedding_(parameters_, "embedding", sizes.V, config.embedding),
      positions_(config.positions == 0 ? std::nullopt
                                       : std::optional<nn::Embedding>(std::in_place, parameters_, "positions",
                                                                      config.positions, config.embedding)),
      encoder_([&] {
        const nn::TransformerSizes layer{.attention = {.D = config.embedding,
                                                       .width = config.attention,
                                                       .heads = config.heads,
                                                       .mechanism = config.mechanism.name,
                                                       .window = config.mechanism.window},
                                         .feed_forward = {.F = config.feed_forward},
                                         .attended_dropout = config.dropout,
                                         .fed_dropout = config.dropout};
        std::vector<nn::TransformerLayer> layers;
        for (int64_t l = 0; l < config.layers; ++l)
          layers.emplace_back(parameters_, "encoder." + std::to_string(l), layer);
        return layers;
      }()),
      pooling_(parameters_, "pooling", nn::pooling_kind(config.pooling, "model"), config.embedding,
               config.embedding),
      classifier_(parameters_, "classifier", config.embedding, sizes.C) {}

Variable RequestClassifier::embed(Context& ctx, const TextBatch& batch) const {
  Variable x = embedding_(ctx, batch.ids);  // [N, D]
  if (positions_) {
    Tensor places = Tensor::zeros(batch.ids.shape(), DType::kInt32);
    for (size_t b = 0; b < batch.sentences.B(); ++b)
      for (int32_t i = 0; i < batch.sentences.length[b]; ++i)
        places.data<int32_t>()[batch.sentences.begin[b] + i] =
            std::min(i, static_cast<int32_t>(config_.positions) - 1);
    x = add(ctx, x, (*positions_)(ctx, places));
  }
  return dropout(ctx, config_.embedding_dropout, x);
}

Variable RequestClassifier::forward(Context& ctx, const TextBatch& batch) const {
  Variable x = embed(ctx, batch);
  for (const nn::TransformerLayer& layer : encoder_) x = layer(ctx, x, {batch.sentences});
  return classifier_(ctx, ctx.point(kTextVector, pooling_(ctx, x, batch.sentences)));  // [B, C]
}

std::vector<AttentionPoint> RequestClassifier::attention() const {
  return self_attention(encoder_, false);
}

Anatomy RequestClassifier::anatomy() const {
  Anatomy a = Network::anatomy();
  a.inputs = word_tables(parameters_);
  const auto layers = static_cast<int64_t>(a.maps.size());
  describe_layers(a, "encoder.", layers, layers);
  a.layer_states = numbered("encoder.", layers, ".feed_forward_norm.weight");
  a.states = a.layer_states.back();
  a.epsilon = 1e-5;
  a.readout = config_.pooling == "last" ? Readout::kLast : Readout::kMean;
  return a;
}

int64_t RequestClassifier::multiply_adds(int64_t tokens) const {
  return tokens * config_.layers * config_.embedding * (4 * config_.attention + 2 * config_.feed_forward);
}

constinit const Architecture kRequestClassifier =
    described_by_config<RequestClassifier>("request-classifier");

}  // namespace heed
