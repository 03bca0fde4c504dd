#include "engine/models/bert_head.h"

namespace heed {
namespace {

std::optional<nn::Linear> dense_layer(const BertConfig& c, Parameters& parameters,
                                      const Parameters::Start& start) {
  if (c.head == BertHead::kReplaced) return nn::Linear(parameters, "replaced.dense", c.D, c.D, start);
  if (c.head == BertHead::kClassification) return nn::Linear(parameters, c.dense, c.D, c.D, start);
  return std::nullopt;
}

std::optional<nn::Linear> last_layer(const BertConfig& c, Parameters& parameters,
                                     const Parameters::Start& start) {
  const auto C = static_cast<int64_t>(c.labels.size());
  switch (c.head) {
    case BertHead::kClassification:
      return nn::Linear(parameters, "classifier", c.D, C, start);
    case BertHead::kTokens:
      return nn::Linear(parameters, "labels", c.D, C, start);
    case BertHead::kQuestion:
      return nn::Linear(parameters, "question", c.D, 2, start);
    case BertHead::kReplaced:
      return nn::Linear(parameters, "replaced", c.D, 1, start);
    case BertHead::kNone:
    case BertHead::kMaskedLm:
      break;
  }
  return std::nullopt;
}

}  // namespace

BertHeadLayers::BertHeadLayers(const BertConfig& c, Parameters& parameters, const Parameters::Start& start)
    : config_(c), dense_(dense_layer(c, parameters, start)), out_(last_layer(c, parameters, start)) {
  if (c.head != BertHead::kMaskedLm) return;
  nn::Linear dense(parameters, "lm.dense", c.D, c.embedding, start);
  nn::Norm norm(parameters, "lm.norm", c.embedding, {c.epsilon});
  if (c.tied) {
    lm_.emplace(MaskedLm{dense, norm, {}, parameters.add("lm.bias", {c.V}, Init::kZeros)});
    return;
  }
  const nn::Linear decoder(parameters, "lm.decoder", c.embedding, c.V, start);
  lm_.emplace(MaskedLm{dense, norm, decoder.weight, decoder.bias});
}

Output BertHeadLayers::output() const {
  switch (config_.head) {
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
    case BertHead::kNone:
      break;
  }
  return Output::kStates;
}

Variable BertHeadLayers::classify(Context& ctx, const Variable& states, const Spans& texts) const {
  const double usual = config_.head_dropout.value_or(config_.dropout);
  const double rate = config_.text_head_dropout.value_or(usual);
  Variable first = last_states(ctx, states, texts, 0);  // [B, D]: the state of [CLS]
  if (config_.drops_before_dense) first = dropout_of_texts(ctx, rate, first);
  const Variable vector = ctx.point(kTextVector, (*dense_)(ctx, first, config_.dense_activation));
  return (*out_)(ctx, dropout_of_texts(ctx, rate, vector));
}

// Where they are tied, the products are with the table of words itself (Devlin et al. 2019; Press & Wolf
// 2017).
Variable BertHeadLayers::predict_words(Context& ctx, const Variable& states, const Variable& words) const {
  const Activation f = config_.words_activation.value_or(config_.activation);
  const Variable h = lm_->norm(ctx, lm_->dense(ctx, states, f));
  return linear(ctx, h, lm_->words.defined() ? lm_->words : words, lm_->bias);
}

Variable BertHeadLayers::operator()(Context& ctx, const Variable& states, const TextBatch& batch,
                                    const Variable& words) const {
  switch (output()) {
    case Output::kTexts:
      return classify(ctx, states, batch.sentences);
    case Output::kWords:
      return predict_words(ctx, batch.places.defined() ? embedding(ctx, states, batch.places) : states,
                           words);
    case Output::kTokens:
      return (*out_)(ctx, dropout(ctx, config_.head_dropout.value_or(config_.dropout), states));
    case Output::kSpans:
      return (*out_)(ctx, dropout(ctx, config_.question_dropout, states));
    case Output::kReplaced:
      return (*out_)(ctx, (*dense_)(ctx, states, config_.activation));
    case Output::kTarget:
    case Output::kNext:  // read_bert_config() lets no such head through
    case Output::kStates:
      break;
  }
  return states;
}

}  // namespace heed
