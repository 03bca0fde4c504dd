#include "engine/models/recurrent_classifier.h"

#include "engine/format/fields_json.h"
#include "engine/models/bounds.h"

namespace heed {
namespace {

Cell cell_of(const std::string& name, const std::string& file) {
  if (name == "rnn") return Cell::kRnn;
  if (name == "gru") return Cell::kGru;
  if (name == "lstm") return Cell::kLstm;
  fail<UsageError>("[", file, "] the cell \"", name, "\" is unknown: expected rnn, gru, lstm or token.");
}

constexpr const char* kToken = "token";

nn::RecurrentSizes sizes_of(const RecurrentClassifier::Config& c) {
  return {cell_of(c.cell, "model"), c.embedding, c.hidden, c.layers, c.bidirectional};
}

int64_t width_of_states(const RecurrentClassifier::Config& c) {
  return c.hidden * (c.bidirectional ? 2 : 1);
}

}  // namespace

const Fields<RecurrentClassifier::Config>& RecurrentClassifier::Config::fields() {
  static const auto described =
      Fields<Config>()
          .choice("cell", &Config::cell, {"rnn", "gru", "lstm", kToken},
                  "Recurrent cell; token: no recurrence, each word by itself.")
          .number("embedding", &Config::embedding, kWidthBounds, "Embedding size: length of a word's vector.")
          .number("deviation", &Config::deviation, {0, 1e9},
                  "Standard deviation of the initial word vectors.")
          .number("hidden", &Config::hidden, kWidthBounds,
                  "Hidden size: length of the recurrent state in one direction.")
          .number("layers", &Config::layers, kLayerBounds, "Number of layers.")
          .flag("bidirectional", &Config::bidirectional, "Read the sentence in both directions.")
          .choice("pooling", &Config::pooling, nn::pooling_names(),
                  "Pooling of the states into one vector: one of four forms of attention, the last state, or "
                  "the mean.")
          .flag("unmasked", &Config::unmasked,
                "Read padding as words, as the lessons do. A text's result then depends on its batch.")
          .number("head_hidden", &Config::head_hidden, {0, kWidthBounds.maximum},
                  "Size of the hidden layer before the classes; 0: no hidden layer.")
          .number("dropout", &Config::dropout, kShare,
                  "Dropout: share of activations set to zero during training.")
          .number("embedding_dropout", &Config::embedding_dropout, kShare,
                  "Embedding dropout: share of the word vectors set to zero during training.");
  return described;
}

RecurrentClassifier::Config RecurrentClassifier::Config::from(const nlohmann::json& json,
                                                              const std::string& file) {
  Config c = read_as(json, fields(), file, "", Beside::kAnything);
  if (c.cell == kToken && (c.layers != 1 || c.bidirectional))
    fail<UsageError>("[", file, "] the cell token reads each word by itself, but \"layers\" is ", c.layers,
                     " and \"bidirectional\" ", c.bidirectional ? "true" : "false",
                     ": expected 1 and false.");
  return c;
}

nlohmann::json RecurrentClassifier::Config::json() const {
  nlohmann::json config = write_fields(fields(), this);
  config["architecture"] = "recurrent-classifier";
  return config;
}

RecurrentClassifier::RecurrentClassifier(const Config& c, const NetworkSizes& sizes,
                                         std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(c),
      embedding_(parameters_, "embedding", sizes.V, c.embedding, c.deviation),
      pieces_(sizes.pieces == 0 ? std::nullopt
                                : std::optional(nn::Embedding(parameters_, "pieces", sizes.pieces,
                                                              c.embedding, c.deviation))),
      recurrent_(c.cell == kToken
                     ? std::nullopt
                     : std::optional(nn::Recurrent(parameters_, c.cell, sizes_of(c), c.dropout))),
      token_(c.cell == kToken ? std::optional(nn::Linear(parameters_, kToken, c.embedding, c.hidden))
                              : std::nullopt),
      pooling_(parameters_, "pooling", nn::pooling_kind(c.pooling, "model"), width_of_states(c), c.hidden),
      head_(c.head_hidden == 0
                ? std::nullopt
                : std::optional(nn::Linear(parameters_, "head", width_of_states(c), c.head_hidden))),
      classifier_(parameters_, "classifier", c.head_hidden == 0 ? width_of_states(c) : c.head_hidden,
                  sizes.C) {}

Variable RecurrentClassifier::forward(Context& ctx, const TextBatch& batch) const {
  Spans sentences = batch.sentences;
  Variable x = embedding_(ctx, batch.ids);  // [N, embedding]
  if (pieces_) x = add(ctx, x, pieces_->mean(ctx, batch.pieces, batch.bags));
  x = dropout(ctx, config_.embedding_dropout, x);
  if (config_.unmasked) {
    x = pad(ctx, x, sentences);
    const auto T = static_cast<int32_t>(sentences.longest());
    sentences = Spans::padded(T, std::vector<int32_t>(sentences.B(), T));
  }
  const Variable h = token_ ? ctx.point("token.l0.states", (*token_)(ctx, x, Activation::kTanh))
                            : (*recurrent_)(ctx, x, sentences);             // [N, H or 2H]
  const Variable c = pooling_(ctx, h, sentences);                           // [B, H or 2H]
  const Variable z = ctx.point(kTextVector, head_ ? (*head_)(ctx, c) : c);  // [B, head_hidden]
  return classifier_(ctx, dropout_of_texts(ctx, config_.dropout, z));       // [B, C]
}

std::vector<AttentionPoint> RecurrentClassifier::attention() const {
  if (!pooling_.attends()) return {};
  return {{"pooling.weights", "pooling", 0, 1}};
}

Anatomy RecurrentClassifier::anatomy() const {
  Anatomy a = Network::anatomy();
  a.inputs = word_tables(parameters_);
  a.layer_states = numbered(config_.cell + ".l", config_.layers, ".states");
  a.additive = {a.layer_states.back()};
  if (!a.maps.empty()) a.summed.push_back({{{a.additive.front(), 0}}, ""});
  a.readout = a.maps.empty() ? Readout::kMean : Readout::kPooled;
  a.reads_padding = config_.unmasked;
  return a;
}

int64_t RecurrentClassifier::multiply_adds(int64_t tokens) const {
  return tokens * (recurrent_ ? recurrent_->multiply_adds() : config_.embedding * config_.hidden);
}

constinit const Architecture kRecurrentClassifier =
    described_by_config<RecurrentClassifier>("recurrent-classifier");

}  // namespace heed
