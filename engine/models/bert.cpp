#include "engine/models/bert.h"

#include <algorithm>

namespace heed {
namespace {

// BERT's head goes through its pooler, which was trained on whole sentence pairs; the others have a layer of
// their own.
const char* dense_name(const BertConfig& c) {
  if (c.head == BertHead::kReplaced) return "replaced.dense";
  if (c.head != BertHead::kClassification) return nullptr;
  return c.family == "bert" ? "pooler" : "classifier.dense";
}

Activation dense_activation(const BertConfig& c) {
  if (c.head == BertHead::kReplaced) return c.activation;
  if (c.family == "distilbert") return Activation::kRelu;
  return c.family == "electra" ? Activation::kGelu : Activation::kTanh;
}

std::optional<nn::Linear> output(Parameters& parameters, const BertConfig& c) {
  switch (c.head) {
    case BertHead::kClassification:
    case BertHead::kTokens:
      return nn::Linear(parameters, "classifier", c.D, static_cast<int64_t>(c.labels.size()));
    case BertHead::kQuestion:
      return nn::Linear(parameters, "question", c.D, 2);
    case BertHead::kReplaced:
      return nn::Linear(parameters, "replaced", c.D, 1);
    case BertHead::kNone:
    case BertHead::kMaskedLm:
      break;
  }
  return std::nullopt;
}

// Ids are the host's, whatever computes on them.
Tensor positions_of(const BertConfig& c, const Spans& texts, int64_t N) {
  Tensor positions({N}, DType::kInt32);
  for (size_t b = 0; b < texts.B(); ++b) {
    check(texts.length[b] <= c.max_tokens(), "[bert] a text of ", texts.length[b],
          " tokens: this model has positions for ", c.max_tokens(), ".");
    for (int32_t t = 0; t < texts.length[b]; ++t)
      positions.data<int32_t>()[texts.begin[b] + t] = static_cast<int32_t>(c.first_position) + t;
  }
  return positions;
}

}  // namespace

Bert::Bert(const BertConfig& c, std::optional<uint64_t> seed, DType dtype)
    : Network(seed, dtype),
      config_(c),
      words_(parameters_, "embeddings.words", c.V, c.embedding, 0.02),
      positions_(parameters_, "embeddings.positions", c.positions, c.embedding, 0.02),
      embedding_norm_(parameters_, "embeddings.norm", c.embedding, c.epsilon) {
  if (c.types > 0) types_.emplace(parameters_, "embeddings.types", c.types, c.embedding, 0.02);
  if (c.embedding != c.D) projection_.emplace(parameters_, "embeddings.projection", c.embedding, c.D);
  for (int64_t l = 0; l < c.layers; ++l)
    layers_.emplace_back(parameters_, "encoder." + std::to_string(l), nn::AttentionSizes{c.D, c.D, c.heads},
                         c.feed_forward, 0.1, c.activation, c.epsilon);
  if (const char* name = dense_name(c)) dense_.emplace(parameters_, name, c.D, c.D);
  out_ = heed::output(parameters_, c);
  if (c.head == BertHead::kMaskedLm) {
    nn::Linear dense(parameters_, "lm.dense", c.D, c.embedding);
    nn::LayerNorm norm(parameters_, "lm.norm", c.embedding, c.epsilon);
    lm_.emplace(MaskedLm{dense, norm, parameters_.add("lm.bias", {c.V}, Init::kZeros)});
  }
}

void Bert::load_packed(const Parameters::Source& source, const Device& device, const std::string& file) {
  std::set<std::string> tables = {words_.weight.node().name, positions_.weight.node().name};
  if (types_) tables.insert(types_->weight.node().name);
  // The table of words is also the last product's weight (Devlin et al. 2019; Press & Wolf 2017). It is not
  // laid out a second time: that product has a row per mask, and is as fast from the table.
  parameters_.load_packed(source, device, tables, file);
}

Output Bert::output() const {
  switch (config_.head) {
    case BertHead::kNone:
      return Output::kStates;
    case BertHead::kClassification:
      return Output::kTexts;
    case BertHead::kMaskedLm:
      return Output::kWords;
    case BertHead::kTokens:
      return Output::kTokens;
    case BertHead::kQuestion:
      return Output::kSpans;
    case BertHead::kReplaced:
      return Output::kReplaced;
  }
  return Output::kStates;
}

std::vector<AttentionPoint> Bert::attention() const {
  std::vector<AttentionPoint> points;
  for (size_t l = 0; l < layers_.size(); ++l)
    points.push_back(
        {layers_[l].attention.name + ".weights", "self", static_cast<int>(l), config_.heads, true, true});
  return points;
}

int64_t Bert::multiply_adds(int64_t tokens) const {
  const int64_t projection = projection_ ? config_.embedding * config_.D : 0;
  return tokens * (projection + config_.layers * config_.D * (4 * config_.D + 2 * config_.feed_forward));
}

// Where the table has fewer rows than the text has segments, the last stands for the others.
Tensor Bert::types_of(const TextBatch& batch) const {
  Tensor types = Tensor::zeros(batch.ids.shape(), DType::kInt32);
  if (!batch.types.defined()) return types;
  for (int64_t n = 0; n < types.count(); ++n)
    types.data<int32_t>()[n] =
        std::min(batch.types.data<int32_t>()[n], static_cast<int32_t>(config_.types) - 1);
  return types;
}

Variable Bert::encode(Context& ctx, const TextBatch& batch) const {
  const Tensor positions = positions_of(config_, batch.sentences, batch.ids.count());
  Variable x = add(ctx, words_(ctx, batch.ids), positions_(ctx, positions));
  if (types_) x = add(ctx, x, (*types_)(ctx, types_of(batch)));
  x = ctx.point("embeddings", dropout(ctx, 0.1, embedding_norm_(ctx, x)));
  if (projection_) x = (*projection_)(ctx, x);
  for (size_t l = 0; l < layers_.size(); ++l)
    x = ctx.point("encoder." + std::to_string(l), layers_[l](ctx, x, batch.sentences));
  return x;
}

Variable Bert::classify(Context& ctx, const Variable& states, const Spans& texts) const {
  const Variable first = last_states(ctx, states, texts, 0);  // [B, D]: the state of [CLS]
  return (*out_)(ctx, (*dense_)(ctx, first, dense_activation(config_)));
}

Variable Bert::label_tokens(Context& ctx, const Variable& states) const {
  return (*out_)(ctx, dense_ ? (*dense_)(ctx, states, dense_activation(config_)) : states);
}

Variable Bert::predict_words(Context& ctx, const Variable& states) const {
  const Variable h = lm_->norm(ctx, lm_->dense(ctx, states, config_.activation));
  return linear(ctx, h, words_.weight, lm_->bias);
}

Variable Bert::forward(Context& ctx, const TextBatch& batch) const {
  const Variable states = encode(ctx, batch);
  switch (output()) {
    case Output::kStates:
      return states;
    case Output::kTexts:
      return classify(ctx, states, batch.sentences);
    case Output::kWords:
      return predict_words(ctx, batch.places.defined() ? embedding(ctx, states, batch.places) : states);
    case Output::kTokens:
    case Output::kSpans:
    case Output::kReplaced:
      break;
  }
  return label_tokens(ctx, states);
}

}  // namespace heed
