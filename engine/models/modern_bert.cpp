#include "engine/models/modern_bert.h"

#include <cmath>

#include "engine/format/fields_json.h"

namespace heed {
namespace {

Parameters::Start cut_off(const ModernBertConfig& c, double deviation) {
  return {Init::kTruncated, c.cutoff, deviation};
}

Parameters::Start reading_start(const ModernBertConfig& c) {
  return cut_off(c, c.deviation);
}

// The start of what 2 L parts in all add to the residual stream, and of the head.
Parameters::Start adding_start(const ModernBertConfig& c) {
  return cut_off(c, c.deviation / std::sqrt(2 * static_cast<double>(c.layers)));
}

nn::NormSizes norm_sizes(const ModernBertConfig& c) {
  return {.epsilon = c.epsilon, .has_bias = c.norm_bias};
}

std::vector<nn::TransformerLayer> layers_of(Parameters& parameters, const ModernBertConfig& c) {
  const nn::PartStart start{reading_start(c), adding_start(c)};
  nn::TransformerSizes sizes{.attention = {.D = c.D,
                                           .heads = c.heads,
                                           .has_bias = c.attention_bias,
                                           .out_has_bias = c.attention_bias,
                                           .dropout = c.attention_dropout,
                                           .start = start},
                             .feed_forward = {.F = c.feed_forward,
                                              .kind = nn::FeedForwardKind::kGated,
                                              .activation = c.activation,
                                              .has_bias = c.feed_forward_bias,
                                              .dropout = c.feed_forward_dropout,
                                              .start = start},
                             .norm = norm_sizes(c),
                             .norm_first = true,
                             .attended_dropout = c.attention_dropout};
  std::vector<nn::TransformerLayer> layers;
  for (int64_t l = 0; l < c.layers; ++l) {
    sizes.attention.reach = c.is_global(l) ? -1 : c.reach();
    sizes.reads_normed = l == 0;  // the embeddings are
    layers.emplace_back(parameters, "encoder." + std::to_string(l), sizes);
  }
  return layers;
}

std::optional<nn::Linear> scoring_layer(Parameters& parameters, const ModernBertConfig& c) {
  const auto C = static_cast<int64_t>(c.labels.size());
  auto layer = [&](const char* name, int64_t rows) {
    return nn::Linear(parameters, name, c.D, rows, cut_off(c, 1 / std::sqrt(static_cast<double>(c.D))), true);
  };
  if (c.output == Output::kTexts) return layer("classifier", C);
  if (c.output == Output::kTokens) return layer("labels", C);
  if (c.output == Output::kSpans) return layer("question", 2);
  return std::nullopt;
}

}  // namespace

ModernBert::ModernBert(const ModernBertConfig& c, std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(c),
      words_(parameters_, "embeddings.words", c.V, c.D, reading_start(c)),
      embedding_norm_(parameters_, "embeddings.norm", c.D, norm_sizes(c)),
      layers_(layers_of(parameters_, c)),
      final_norm_(parameters_, "encoder.norm", c.D, norm_sizes(c)) {
  if (c.output == Output::kStates) return;
  head_dense_.emplace(parameters_, "head.dense", c.D, c.D, adding_start(c), c.head_bias);
  head_norm_.emplace(parameters_, "head.norm", c.D, norm_sizes(c));
  if (c.output == Output::kWords && !c.tied)
    word_scores_ = parameters_.add("lm.weight", {c.V, c.D}, adding_start(c));
  if (c.output == Output::kWords && c.decoder_bias)
    word_bias_ = parameters_.add("lm.bias", {c.V}, Init::kZeros);
  last_ = scoring_layer(parameters_, c);
}

std::vector<AttentionPoint> ModernBert::attention() const {
  return self_attention(layers_, true);
}

Anatomy ModernBert::anatomy() const {
  Anatomy a = Network::anatomy();
  a.inputs = {"embeddings.norm.weight"};
  a.inputs_of_one_length = true;
  describe_layers(a, "encoder.", config_.layers, config_.layers);
  a.layer_states = numbered("encoder.", config_.layers);
  a.states = "encoder.norm.weight";
  a.head = {"head.dense", "head.norm", config_.head_activation};
  a.pre_norm = true;
  a.epsilon = config_.epsilon;
  a.readout = config_.pooling == "mean" ? Readout::kMean : Readout::kFirst;
  return a;
}

int64_t ModernBert::multiply_adds(int64_t tokens) const {
  return tokens * config_.layers * config_.D * (4 * config_.D + 3 * config_.feed_forward);
}

Variable ModernBert::encode(Context& ctx, const TextBatch& batch) const {
  const ModernBertConfig& c = config_;
  const Spans& texts = batch.sentences;
  auto angles = [&](double theta) {
    return rotary_angles(ctx, texts.longest(), c.D / c.heads, {theta}, words_.weight.dtype());
  };
  const Tensor global = angles(c.global_theta), local = angles(c.local_theta);
  Variable x = dropout(ctx, c.embedding_dropout, embedding_norm_(ctx, words_(ctx, batch.ids)));
  x = ctx.point("embeddings", x);
  for (int64_t l = 0; l < c.layers; ++l)
    x = ctx.point("encoder." + std::to_string(l),
                  layers_[static_cast<size_t>(l)](ctx, x, {texts, c.is_global(l) ? global : local}));
  return final_norm_(ctx, x);
}

Variable ModernBert::predict(Context& ctx, const Variable& states) const {
  return (*head_norm_)(ctx, (*head_dense_)(ctx, states, config_.head_activation));
}

Variable ModernBert::forward(Context& ctx, const TextBatch& batch) const {
  Variable states = encode(ctx, batch);
  if (config_.output == Output::kStates) return states;
  if (config_.output == Output::kWords) {
    const Variable asked = batch.places.defined() ? embedding(ctx, states, batch.places) : states;
    return linear(ctx, predict(ctx, asked), config_.tied ? words_.weight : word_scores_, word_bias_);
  }
  if (config_.output != Output::kTexts)
    return (*last_)(ctx, dropout(ctx, config_.head_dropout, predict(ctx, states)));
  const Variable read = config_.pooling == "mean" ? mean_pool(ctx, states, batch.sentences)
                                                  : last_states(ctx, states, batch.sentences, 0);
  const Variable vector = ctx.point(kTextVector, predict(ctx, read));
  return (*last_)(ctx, dropout_of_texts(ctx, config_.head_dropout, vector));
}

namespace {

std::unique_ptr<Network> make_modern_bert(const nlohmann::json& config, const std::string& file,
                                          const NetworkSizes&, std::optional<uint64_t> seed, DType dtype) {
  return std::make_unique<ModernBert>(read_modern_bert_config(config, file), seed, dtype);
}

constexpr Library kModernBertLibrary = {modern_bert_layout, read_piece_encoder, WeightFiles::of,
                                        load_library_weights};

constexpr Architecture modern_bert() {
  Architecture entry{"modern-bert"};
  entry.make = make_modern_bert;
  entry.fields = []() -> const FieldList& { return ModernBertConfig::fields(); };
  entry.complete = [](const nlohmann::json& model, const std::string& file) {
    const ModernBertConfig c = read_modern_bert_config(model, file);
    nlohmann::json complete = write_fields(ModernBertConfig::fields(), &c);
    complete["architecture"] = "modern-bert";
    complete.erase("vocab_size");  // it is the texts'
    return complete;
  };
  entry.library = &kModernBertLibrary;
  return entry;
}

}  // namespace

constinit const Architecture kModernBert = modern_bert();

}  // namespace heed
