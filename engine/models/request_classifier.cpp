#include "engine/models/request_classifier.h"

#include "engine/format/json.h"

namespace heed {

RequestClassifier::Config RequestClassifier::Config::from(const nlohmann::json& json,
                                                          const std::string& file) {
  Config c;
  c.embedding = value_or<int64_t>(json, "embedding", c.embedding, file);
  c.attention = value_or<int64_t>(json, "attention", c.attention, file);
  c.heads = value_or<int64_t>(json, "heads", c.heads, file);
  c.layers = value_or<int64_t>(json, "layers", c.layers, file);
  c.feed_forward = value_or<int64_t>(json, "feed_forward", c.feed_forward, file);
  c.mechanism = MechanismSettings::from(json, file);
  c.dropout = value_or<double>(json, "dropout", c.dropout, file);
  c.embedding_dropout = value_or<double>(json, "embedding_dropout", c.embedding_dropout, file);
  check(c.embedding >= 1 && c.embedding <= 65536 && c.attention >= 1 && c.attention <= 65536 &&
            c.feed_forward >= 1 && c.feed_forward <= 262144 && c.layers >= 1 && c.layers <= 256 &&
            c.heads >= 1 && c.heads <= c.attention,
        "[", file, "] sizes out of bounds: embedding ", c.embedding, ", attention ", c.attention, ", heads ",
        c.heads, ", layers ", c.layers, ", feed_forward ", c.feed_forward, ".");
  check(c.dropout >= 0 && c.dropout < 1 && c.embedding_dropout >= 0 && c.embedding_dropout < 1, "[", file,
        "] dropout is ", c.dropout, ", embedding_dropout ", c.embedding_dropout,
        ": expected 0 or more and less than 1.");
  return c;
}

nlohmann::json RequestClassifier::Config::json() const {
  nlohmann::json config = {{"architecture", "request-classifier"},
                           {"embedding", embedding},
                           {"attention", attention},
                           {"heads", heads},
                           {"layers", layers},
                           {"feed_forward", feed_forward},
                           {"dropout", dropout},
                           {"embedding_dropout", embedding_dropout}};
  mechanism.write(config);
  return config;
}

RequestClassifier::RequestClassifier(const Config& config, const NetworkSizes& sizes,
                                     std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(config),
      embedding_(parameters_, "embedding", sizes.V, config.embedding),
      encoder_([&] {
        std::vector<nn::EncoderLayer> layers;
        for (int64_t l = 0; l < config.layers; ++l)
          layers.emplace_back(parameters_, "encoder." + std::to_string(l),
                              nn::AttentionSizes{config.embedding, config.attention, config.heads,
                                                 config.mechanism.name, config.mechanism.window},
                              config.feed_forward, config.dropout);
        return layers;
      }()),
      classifier_(parameters_, "classifier", config.embedding, sizes.C) {}

Variable RequestClassifier::forward(Context& ctx, const TextBatch& batch) const {
  Variable x = embedding_(ctx, batch.ids);  // [N, D]
  x = dropout(ctx, config_.embedding_dropout, x);
  for (const nn::EncoderLayer& layer : encoder_) x = layer(ctx, x, batch.sentences);
  return classifier_(ctx, mean_pool(ctx, x, batch.sentences));  // [B, C]
}

std::vector<AttentionPoint> RequestClassifier::attention() const {
  std::vector<AttentionPoint> points;
  for (size_t l = 0; l < encoder_.size(); ++l)
    points.push_back({encoder_[l].attention.name + ".weights", "self", static_cast<int>(l), config_.heads,
                      !encoder_[l].attention.mechanism || encoder_[l].attention.mechanism->normalised()});
  return points;
}

int64_t RequestClassifier::multiply_adds(int64_t tokens) const {
  return tokens * config_.layers * config_.embedding * (4 * config_.attention + 2 * config_.feed_forward);
}

const Architecture kRequestClassifier = described_by_config<RequestClassifier>("request-classifier");

}  // namespace heed
