#include "engine/models/bert.h"

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
    : config_(c),
      parameters_(seed, dtype),
      words_(parameters_, "embeddings.words", c.V, c.embedding, 0.02),
      positions_(parameters_, "embeddings.positions", c.positions, c.embedding, 0.02),
      embedding_norm_(parameters_, "embeddings.norm", c.embedding, c.epsilon) {
  if (c.types > 0) types_.emplace(parameters_, "embeddings.types", c.types, c.embedding, 0.02);
  if (c.embedding != c.D) projection_.emplace(parameters_, "embeddings.projection", c.embedding, c.D);
  for (int64_t l = 0; l < c.layers; ++l)
    layers_.emplace_back(parameters_, "encoder." + std::to_string(l), nn::AttentionSizes{c.D, c.D, c.heads},
                         c.feed_forward, 0.1, c.activation, c.epsilon);
  if (const char* name = dense_name(c)) dense_.emplace(parameters_, name, c.D, c.D);
  out_ = output(parameters_, c);
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

Variable Bert::encode(Context& ctx, const BertBatch& batch) const {
  const Tensor positions = positions_of(config_, batch.texts, batch.ids.count());
  Variable x = add(ctx, words_(ctx, batch.ids), positions_(ctx, positions));
  if (types_)
    x = add(ctx, x,
            (*types_)(ctx,
                      batch.types.defined() ? batch.types : Tensor::zeros(batch.ids.shape(), DType::kInt32)));
  x = ctx.point("embeddings", dropout(ctx, 0.1, embedding_norm_(ctx, x)));
  if (projection_) x = (*projection_)(ctx, x);
  for (size_t l = 0; l < layers_.size(); ++l)
    x = ctx.point("encoder." + std::to_string(l), layers_[l](ctx, x, batch.texts));
  return x;
}

Variable Bert::classify(Context& ctx, const Variable& states, const Spans& texts) const {
  check(config_.head == BertHead::kClassification, "[bert] ", config_.architecture,
        " does not classify texts.");
  const Variable first = last_states(ctx, states, texts, 0);  // [B, D]: the state of [CLS]
  return (*out_)(ctx, (*dense_)(ctx, first, dense_activation(config_)));
}

Variable Bert::label_tokens(Context& ctx, const Variable& states) const {
  check(out_ && config_.head != BertHead::kClassification, "[bert] ", config_.architecture,
        " does not label tokens.");
  return (*out_)(ctx, dense_ ? (*dense_)(ctx, states, dense_activation(config_)) : states);
}

Variable Bert::predict_words(Context& ctx, const Variable& states) const {
  check(lm_.has_value(), "[bert] ", config_.architecture, " does not predict words.");
  const Variable h = lm_->norm(ctx, lm_->dense(ctx, states, config_.activation));
  return linear(ctx, h, words_.weight, lm_->bias);
}

}  // namespace heed
