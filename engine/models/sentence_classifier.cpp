#include "engine/models/sentence_classifier.h"

#include <cmath>

#include "engine/format/json.h"

namespace heed {

SentenceClassifier::Config SentenceClassifier::Config::from(const nlohmann::json& json,
                                                            const std::string& file) {
  Config c;
  c.embedding = value_or<int64_t>(json, "embedding", c.embedding, file);
  c.attention = value_or<int64_t>(json, "attention", c.attention, file);
  c.values = value_or<int64_t>(json, "values", c.values, file);
  c.heads = value_or<int64_t>(json, "heads", c.heads, file);
  c.class_votes = value_or<bool>(json, "class_votes", c.class_votes, file);
  c.sum_votes = value_or<bool>(json, "sum_votes", c.sum_votes, file);
  c.mechanism = MechanismSettings::from(json, file);
  c.dropout = value_or<double>(json, "dropout", c.dropout, file);
  c.deviation = value_or<double>(json, "deviation", c.deviation, file);
  c.value_scale = value_or<double>(json, "value_scale", c.value_scale, file);
  c.attention_scale = value_or<double>(json, "attention_scale", c.attention_scale, file);
  c.phrase_start = value_or<double>(json, "phrase_start", c.phrase_start, file);
  c.phrase_start_by = value_or<std::string>(json, "phrase_start_by", c.phrase_start_by, file);
  c.phrase_rate = value_or<double>(json, "phrase_rate", c.phrase_rate, file);
  c.phrase_l2 = value_or<double>(json, "phrase_l2", c.phrase_l2, file);
  auto size = [](int64_t n) { return n >= 1 && n <= 65536; };
  check(size(c.embedding) && size(c.attention) && size(c.values) && size(c.heads) &&
            c.attention % c.heads == 0 && c.values % c.heads == 0 && (!c.class_votes || c.heads == 1),
        "[", file,
        "] sizes out of bounds, widths that the heads cannot share, or class_votes and several heads: "
        "embedding ",
        c.embedding, ", attention ", c.attention, ", values ", c.values, ", heads ", c.heads, ".");
  check(c.dropout >= 0 && c.dropout < 1, "[", file, "] dropout is ", c.dropout,
        ": expected 0 or more and less than 1.");
  check(c.phrase_start == 0 || c.class_votes, "[", file, "] phrase_start is ", c.phrase_start,
        " without class_votes: only votes per class can begin with log-odds.");
  if (c.phrase_start_by != "log_odds" && c.phrase_start_by != "regression")
    fail<UsageError>("[", file, "] phrase_start_by is \"", c.phrase_start_by,
                     "\": expected log_odds or regression.");
  return c;
}

nlohmann::json SentenceClassifier::Config::json() const {
  nlohmann::json config = {{"architecture", "sentence-classifier"},
                           {"embedding", embedding},
                           {"attention", attention},
                           {"values", values},
                           {"heads", heads},
                           {"class_votes", class_votes},
                           {"sum_votes", sum_votes},
                           {"dropout", dropout},
                           {"deviation", deviation},
                           {"value_scale", value_scale},
                           {"attention_scale", attention_scale},
                           {"phrase_start", phrase_start},
                           {"phrase_start_by", phrase_start_by},
                           {"phrase_rate", phrase_rate},
                           {"phrase_l2", phrase_l2}};
  mechanism.write(config);
  return config;
}

namespace {

constexpr const char *kAttention = "encoder.0.attention", *kWeights = "encoder.0.attention.weights";

std::optional<nn::Embedding> table(Parameters& parameters, const std::string& name, int64_t rows, int64_t D,
                                   double deviation) {
  if (rows == 0) return std::nullopt;
  return nn::Embedding(parameters, name, rows, D, deviation);
}

}  // namespace

SentenceClassifier::SentenceClassifier(const Config& c, const NetworkSizes& sizes,
                                       std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(c),
      embedding_(parameters_, "embedding", sizes.V, c.embedding, c.deviation),
      pieces_(table(parameters_, "pieces", sizes.pieces, c.embedding, c.deviation)),
      phrases_(table(parameters_, "phrases", sizes.phrases, c.class_votes ? sizes.C : c.heads, 0)),
      query_(parameters_, "encoder.0.attention.query", c.embedding, c.attention, c.attention_scale),
      key_(parameters_, "encoder.0.attention.key", c.embedding, c.attention, c.attention_scale),
      value_(parameters_, "encoder.0.attention.value", c.embedding, c.values, c.value_scale),
      mechanism_(
          nn::make_mechanism_beside_dot(c.mechanism.name, parameters_, kAttention,
                                        {c.attention, c.attention, 0, c.heads, 1, c.mechanism.window, {}})),
      classifier_(parameters_, "classifier", c.values + (sizes.phrases > 0 && !c.class_votes ? c.heads : 0),
                  sizes.C) {
  if (phrases_) phrases_->weight.node().group = {c.phrase_rate, c.phrase_l2, false};
}

Variable SentenceClassifier::forward(Context& ctx, const TextBatch& batch) const {
  const Spans& sentences = batch.sentences;
  Variable x = embedding_(ctx, batch.ids);  // [N, D]
  if (pieces_) x = add(ctx, x, pieces_->mean(ctx, batch.pieces, batch.bags));
  x = dropout(ctx, config_.dropout, x);
  const double K = static_cast<double>(config_.attention) / static_cast<double>(config_.heads);
  const AttentionPlan plan{sentences, sentences, config_.heads, 1 / std::sqrt(K), false};
  const Variable q = query_(ctx, x), k = key_(ctx, x);
  const Variable A = mechanism_ ? mechanism_->weights(ctx, plan, q, k)
                                : ctx.point(kWeights, attention_weights(ctx, plan, q, k));
  Variable evidence =
      mean_pool(ctx, attention_apply(ctx, plan, A, value_(ctx, x)), sentences, true);  // [B, values]
  evidence = dropout(ctx, config_.dropout, evidence);
  if (!phrases_) return classifier_(ctx, evidence);  // [B, C]
  const Variable votes = config_.sum_votes
                             ? phrases_->sum(ctx, batch.phrases, batch.phrase_bags)
                             : phrases_->mean(ctx, batch.phrases, batch.phrase_bags);  // [N, H] or [N, C]
  const Variable counted = mean_pool(ctx, attention_apply(ctx, plan, A, votes), sentences, true);
  if (config_.class_votes) return add(ctx, classifier_(ctx, evidence), counted);
  return classifier_(ctx, concat(ctx, evidence, counted));
}

std::vector<AttentionPoint> SentenceClassifier::attention() const {
  return {{kWeights, "self", 0, config_.heads, !mechanism_ || mechanism_->normalised()}};
}

int64_t SentenceClassifier::multiply_adds(int64_t tokens) const {
  return tokens * config_.embedding * (2 * config_.attention + config_.values);
}

const Architecture kSentenceClassifier = described_by_config<SentenceClassifier>("sentence-classifier");

}  // namespace heed
