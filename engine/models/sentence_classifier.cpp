#include "engine/models/sentence_classifier.h"

#include <cmath>

#include "engine/format/fields_json.h"
#include "engine/models/bounds.h"

namespace heed {

const Fields<SentenceClassifier::Config>& SentenceClassifier::Config::fields() {
  constexpr Bounds kFactor{0, 1e9};
  static const auto described =
      Fields<Config>()
          .number("embedding", &Config::embedding, kWidthBounds,
                  "Embedding size: length D of a word's vector.")
          .number("attention", &Config::attention, kWidthBounds,
                  "Attention size: total length of queries and keys over all heads.")
          .number("values", &Config::values, kWidthBounds, "Total length of the values over all heads.")
          .number("heads", &Config::heads, kHeadBounds, "Number of heads H.")
          .part("", &Config::mechanism, MechanismSettings::fields())
          .flag("class_votes", &Config::class_votes, "Let phrases vote for each class. This needs one head.")
          .flag("sum_votes", &Config::sum_votes,
                "Sum the votes of a word's phrases instead of averaging them.")
          .number("dropout", &Config::dropout, kShare,
                  "Dropout: share of activations set to zero during training.")
          .number("deviation", &Config::deviation, kFactor,
                  "Standard deviation of the initial vectors of words and n-grams.")
          .number("value_scale", &Config::value_scale, kFactor, "Scale of the initial weights of the values.")
          .number("attention_scale", &Config::attention_scale, kFactor,
                  "Scale of the initial weights of queries and keys. With small weights, attention starts "
                  "nearly equal and learns to choose late.")
          .number("phrase_start", &Config::phrase_start, {-1e9, 1e9},
                  "Scale of the initial votes of phrases; 0: start without votes.")
          .choice("phrase_start_by", &Config::phrase_start_by, {"log_odds", "regression"},
                  "Initial votes of phrases: the log-odds of each phrase, or the weights of a logistic "
                  "regression.")
          .number(
              "phrase_bound", &Config::phrase_bound, kFactor,
              "Largest size of the initial votes of phrases, so that attention has to choose; 0: no limit.")
          .number("phrase_rate", &Config::phrase_rate, kFactor,
                  "Learning rate factor for the votes of phrases.")
          .number("phrase_l2", &Config::phrase_l2, kFactor, "L2 penalty on the votes of phrases.");
  return described;
}

SentenceClassifier::Config SentenceClassifier::Config::from(const nlohmann::json& json,
                                                            const std::string& file) {
  Config c = read_as(json, fields(), file, "", Beside::kAnything);
  check(c.attention % c.heads == 0 && c.values % c.heads == 0 && (!c.class_votes || c.heads == 1), "[", file,
        "] sizes out of bounds, widths that the heads cannot share, or class_votes and several heads: "
        "attention ",
        c.attention, ", values ", c.values, ", heads ", c.heads, ".");
  check(c.phrase_start == 0 || c.class_votes, "[", file, "] phrase_start is ", c.phrase_start,
        " without class_votes: only votes per class can begin with log-odds.");
  return c;
}

nlohmann::json SentenceClassifier::Config::json() const {
  nlohmann::json config = write_fields(fields(), this);
  config["architecture"] = "sentence-classifier";
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
      query_(parameters_, "encoder.0.attention.query", c.embedding, c.attention,
             {.scale = c.attention_scale}),
      key_(parameters_, "encoder.0.attention.key", c.embedding, c.attention, {.scale = c.attention_scale}),
      value_(parameters_, "encoder.0.attention.value", c.embedding, c.values, {.scale = c.value_scale}),
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
  evidence = dropout_of_texts(ctx, config_.dropout, evidence);
  if (!phrases_) return classifier_(ctx, ctx.point(kTextVector, evidence));  // [B, C]
  const Variable votes = config_.sum_votes
                             ? phrases_->sum(ctx, batch.phrases, batch.phrase_bags)
                             : phrases_->mean(ctx, batch.phrases, batch.phrase_bags);  // [N, H] or [N, C]
  const Variable counted = mean_pool(ctx, attention_apply(ctx, plan, A, votes), sentences, true);
  if (config_.class_votes) {
    return add(ctx, classifier_(ctx, ctx.point(kTextVector, evidence)), counted);
  }
  return classifier_(ctx, ctx.point(kTextVector, concat(ctx, evidence, counted)));
}

std::vector<AttentionPoint> SentenceClassifier::attention() const {
  return {{kWeights, "self", 0, config_.heads, !mechanism_ || mechanism_->normalised()}};
}

Anatomy SentenceClassifier::anatomy() const {
  Anatomy a = Network::anatomy();
  a.inputs = a.additive = word_tables(parameters_);
  a.sums_phrases = config_.sum_votes;
  const std::string map = a.maps.front().name;
  std::vector<PointOf> values{{map.substr(0, map.rfind('.') + 1) + "value.weight", 0}};
  if (parameters_.has("phrases.weight")) values.push_back({"phrases.weight", 0});
  a.summed.push_back({values, "classifier.weight"});
  return a;
}

int64_t SentenceClassifier::multiply_adds(int64_t tokens) const {
  return tokens * config_.embedding * (2 * config_.attention + config_.values);
}

constinit const Architecture kSentenceClassifier =
    described_by_config<SentenceClassifier>("sentence-classifier");

}  // namespace heed
