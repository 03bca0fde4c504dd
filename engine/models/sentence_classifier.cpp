#include "engine/models/sentence_classifier.h"

#include "engine/format/json.h"

namespace heed {

SentenceClassifier::Config SentenceClassifier::Config::from(const nlohmann::json& json,
                                                            const std::string& file) {
  Config c;
  c.embedding = value_or<int64_t>(json, "embedding", c.embedding, file);
  c.attention = value_or<int64_t>(json, "attention", c.attention, file);
  c.heads = value_or<int64_t>(json, "heads", c.heads, file);
  c.convolution = value_or<int64_t>(json, "convolution", c.convolution, file);
  c.dropout = value_or<double>(json, "dropout", c.dropout, file);
  c.inner_dropout = value_or<double>(json, "inner_dropout", c.inner_dropout, file);
  c.embedding_deviation = value_or<double>(json, "embedding_deviation", c.embedding_deviation, file);
  check(c.embedding >= 1 && c.embedding <= 65536 && c.attention >= 1 && c.attention <= 65536 &&
            c.heads >= 1 && c.heads <= c.attention && c.convolution >= 1 && c.convolution <= 99 &&
            c.convolution % 2 == 1,
        "[", file, "] sizes out of bounds: ", c.json().dump());
  for (double rate : {c.dropout, c.inner_dropout})
    check(rate >= 0 && rate < 1, "[", file, "] a dropout is ", rate, ": expected 0 or more and less than 1.");
  return c;
}

nlohmann::json SentenceClassifier::Config::json() const {
  return {{"architecture", "sentence-classifier"},
          {"embedding", embedding},
          {"attention", attention},
          {"heads", heads},
          {"convolution", convolution},
          {"dropout", dropout},
          {"inner_dropout", inner_dropout},
          {"embedding_deviation", embedding_deviation}};
}

SentenceClassifier::SentenceClassifier(const Config& c, const ClassifierSizes& sizes,
                                       std::optional<uint64_t> seed, DType dtype)
    : Classifier(seed, dtype),
      config_(c),
      embedding_(parameters_, "embedding", sizes.V, c.embedding, c.embedding_deviation),
      pieces_([&]() -> std::optional<nn::Embedding> {
        if (sizes.pieces == 0) return std::nullopt;
        return nn::Embedding(parameters_, "pieces", sizes.pieces, c.embedding, c.embedding_deviation);
      }()),
      convolution_(parameters_, "convolution", c.embedding * c.convolution, c.embedding),
      attention_(parameters_, "encoder.0.attention", {c.embedding, c.attention, c.heads}),
      norm_(parameters_, "encoder.0.attention_norm", c.embedding),
      classifier_(parameters_, "classifier", 2 * c.embedding, sizes.C) {}

Variable SentenceClassifier::forward(Context& ctx, const TextBatch& batch) const {
  const Spans& sentences = batch.sentences;
  Variable x = embedding_(ctx, batch.ids);  // [N, D]
  if (pieces_) x = add(ctx, x, pieces_->mean(ctx, batch.pieces, batch.bags));
  x = dropout(ctx, config_.dropout, x);
  const Variable neighbours = unfold(ctx, x, sentences, static_cast<int>(config_.convolution));
  const Variable h = dropout(ctx, config_.inner_dropout, convolution_(ctx, neighbours, Activation::kRelu));
  const Variable attended = dropout(ctx, config_.inner_dropout, attention_(ctx, h, sentences));
  const Variable y = norm_(ctx, add(ctx, h, attended));
  const Variable pooled = concat(ctx, mean_pool(ctx, y, sentences), max_pool(ctx, y, sentences));  // [B, 2D]
  return classifier_(ctx, dropout(ctx, config_.dropout, pooled));                                  // [B, C]
}

std::vector<AttentionPoint> SentenceClassifier::attention() const {
  return {{attention_.name + ".weights", "self", 0, config_.heads}};
}

int64_t SentenceClassifier::multiply_adds(int64_t tokens) const {
  return tokens * config_.embedding * (config_.convolution * config_.embedding + 4 * config_.attention);
}

}  // namespace heed
