#include "engine/models/recurrent_classifier.h"

#include "engine/format/json.h"

namespace heed {
namespace {

Cell cell_of(const std::string& name, const std::string& file) {
  if (name == "rnn") return Cell::kRnn;
  if (name == "gru") return Cell::kGru;
  if (name == "lstm") return Cell::kLstm;
  fail<UsageError>("[", file, "] the cell \"", name, "\" is unknown: expected rnn, gru or lstm.");
}

nn::RecurrentSizes sizes_of(const RecurrentClassifier::Config& c) {
  return {cell_of(c.cell, "model"), c.embedding, c.hidden, c.layers, c.bidirectional};
}

}  // namespace

RecurrentClassifier::Config RecurrentClassifier::Config::from(const nlohmann::json& json,
                                                              const std::string& file) {
  Config c;
  c.cell = value_or<std::string>(json, "cell", c.cell, file);
  c.embedding = value_or<int64_t>(json, "embedding", c.embedding, file);
  c.deviation = value_or<double>(json, "deviation", c.deviation, file);
  c.hidden = value_or<int64_t>(json, "hidden", c.hidden, file);
  c.layers = value_or<int64_t>(json, "layers", c.layers, file);
  c.bidirectional = value_or<bool>(json, "bidirectional", c.bidirectional, file);
  c.pooling = value_or<std::string>(json, "pooling", c.pooling, file);
  c.unmasked = value_or<bool>(json, "unmasked", c.unmasked, file);
  c.head_hidden = value_or<int64_t>(json, "head_hidden", c.head_hidden, file);
  c.dropout = value_or<double>(json, "dropout", c.dropout, file);
  c.embedding_dropout = value_or<double>(json, "embedding_dropout", c.embedding_dropout, file);
  cell_of(c.cell, file);
  nn::pooling_kind(c.pooling, file);
  check(c.embedding >= 1 && c.embedding <= 65536 && c.hidden >= 1 && c.hidden <= 65536 && c.layers >= 1 &&
            c.layers <= 64 && c.head_hidden >= 0 && c.head_hidden <= 65536,
        "[", file, "] sizes out of bounds: embedding ", c.embedding, ", hidden ", c.hidden, ", layers ",
        c.layers, ", head_hidden ", c.head_hidden, ".");
  check(c.dropout >= 0 && c.dropout < 1 && c.embedding_dropout >= 0 && c.embedding_dropout < 1, "[", file,
        "] dropout is ", c.dropout, ", embedding_dropout ", c.embedding_dropout,
        ": expected 0 or more and less than 1.");
  return c;
}

nlohmann::json RecurrentClassifier::Config::json() const {
  return {{"architecture", "recurrent-classifier"},
          {"cell", cell},
          {"embedding", embedding},
          {"deviation", deviation},
          {"hidden", hidden},
          {"layers", layers},
          {"bidirectional", bidirectional},
          {"pooling", pooling},
          {"unmasked", unmasked},
          {"head_hidden", head_hidden},
          {"dropout", dropout},
          {"embedding_dropout", embedding_dropout}};
}

RecurrentClassifier::RecurrentClassifier(const Config& c, const NetworkSizes& sizes,
                                         std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(c),
      embedding_(parameters_, "embedding", sizes.V, c.embedding, c.deviation),
      pieces_(sizes.pieces == 0 ? std::nullopt
                                : std::optional(nn::Embedding(parameters_, "pieces", sizes.pieces,
                                                              c.embedding, c.deviation))),
      recurrent_(parameters_, c.cell, sizes_of(c), c.dropout),
      pooling_(parameters_, "pooling", nn::pooling_kind(c.pooling, "model"), sizes_of(c).out(), c.hidden),
      head_(c.head_hidden == 0
                ? std::nullopt
                : std::optional(nn::Linear(parameters_, "head", sizes_of(c).out(), c.head_hidden))),
      classifier_(parameters_, "classifier", c.head_hidden == 0 ? sizes_of(c).out() : c.head_hidden,
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
  const Variable h = recurrent_(ctx, x, sentences);           // [N, H or 2H]
  const Variable c = pooling_(ctx, h, sentences);             // [B, H or 2H]
  const Variable z = head_ ? (*head_)(ctx, c) : c;            // [B, head_hidden]
  return classifier_(ctx, dropout(ctx, config_.dropout, z));  // [B, C]
}

std::vector<AttentionPoint> RecurrentClassifier::attention() const {
  if (!pooling_.attends()) return {};
  return {{"pooling.weights", "pooling", 0, 1}};
}

int64_t RecurrentClassifier::multiply_adds(int64_t tokens) const {
  return tokens * recurrent_.multiply_adds();
}

const Architecture kRecurrentClassifier = described_by_config<RecurrentClassifier>("recurrent-classifier");

}  // namespace heed
