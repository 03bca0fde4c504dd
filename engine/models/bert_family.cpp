#include "engine/models/bert_family.h"

#include "engine/models/bounds.h"

namespace heed {
namespace {

constexpr Bounds kTableRows{1, 10'000'000}, kPositions{1, 1 << 20};

}  // namespace

Fields<BertConfig> usual_bert_fields(const BertConfig& defaults, const char* head_dropout) {
  Fields<BertConfig> fields;
  fields.number("vocab_size", &BertConfig::V, kTableRows, "Vocabulary size.")
      .number("hidden_size", &BertConfig::D, kWidthBounds, "Hidden size: length of a token's state.")
      .number("num_hidden_layers", &BertConfig::layers, {1, 1024}, "Number of layers of the stack.")
      .number("num_attention_heads", &BertConfig::heads, kWidthBounds,
              "Number of heads in each layer; they share the hidden size.")
      .number("intermediate_size", &BertConfig::feed_forward, {1, 1 << 20},
              "Size of the feed-forward layers.")
      .number("max_position_embeddings", &BertConfig::positions, kPositions, "Number of position embeddings.")
      .number("type_vocab_size", &BertConfig::types, {0, 1024}, "Number of segment embeddings.")
      .number("layer_norm_eps", &BertConfig::epsilon, {0, 1},
              "Small number added to the variance in layer norms.")
      .text("hidden_act", &BertConfig::activation_name, "Activation function of the feed-forward layers.")
      .number("hidden_dropout_prob", &BertConfig::dropout, kShare, "Dropout of the states during training.")
      .number("attention_probs_dropout_prob", &BertConfig::attention_dropout, kShare,
              "Dropout of the attention weights during training.")
      .number(head_dropout, &BertConfig::head_dropout, kShare,
              defaults.head_dropout ? "Dropout before the classes."
                                    : "Dropout before the classes; empty: hidden_dropout_prob.")
      .number("initializer_range", &BertConfig::deviation, {0, 1},
              "Standard deviation of the initial weights.");
  fields.defaults = std::make_shared<const BertConfig>(defaults);
  return fields;
}

std::vector<std::pair<BertHead, const char*>> usual_bert_heads() {
  return {{BertHead::kClassification, "ForSequenceClassification"},
          {BertHead::kMaskedLm, "ForMaskedLM"},
          {BertHead::kTokens, "ForTokenClassification"},
          {BertHead::kQuestion, "ForQuestionAnswering"}};
}

std::vector<WeightRule> with_usual_embeddings(std::vector<WeightRule> rules) {
  const WeightRule usual[] = {{"embeddings.words", "*embeddings.word_embeddings"},
                              {"embeddings.positions", "*embeddings.position_embeddings"},
                              {"embeddings.types", "*embeddings.token_type_embeddings"},
                              {"embeddings.norm", "*embeddings.LayerNorm"},
                              {"labels", "classifier"},
                              {"question", "qa_outputs"}};
  rules.insert(rules.end(), std::begin(usual), std::end(usual));
  return rules;
}

namespace {

std::vector<WeightRule> with_usual_encoder(std::vector<WeightRule> rules) {
  const WeightRule encoder[] = {
      {"encoder.#.attention.query", "*encoder.layer.#.attention.self.query"},
      {"encoder.#.attention.key", "*encoder.layer.#.attention.self.key"},
      {"encoder.#.attention.value", "*encoder.layer.#.attention.self.value"},
      {"encoder.#.attention.out", "*encoder.layer.#.attention.output.dense"},
      {"encoder.#.attention_norm", "*encoder.layer.#.attention.output.LayerNorm"},
      {"encoder.#.feed_forward.in", "*encoder.layer.#.intermediate.dense"},
      {"encoder.#.feed_forward.out", "*encoder.layer.#.output.dense"},
      {"encoder.#.feed_forward_norm", "*encoder.layer.#.output.LayerNorm"},
  };
  rules.insert(rules.end(), std::begin(encoder), std::end(encoder));
  return with_usual_embeddings(std::move(rules));
}

BertConfig with_own_dense(Activation f) {
  BertConfig c;
  c.dense = "classifier.dense";
  c.dense_activation = f;
  c.drops_before_dense = true;
  return c;
}

const Fields<BertConfig>& bert_fields() {
  static const auto fields = usual_bert_fields({});
  return fields;
}

const Fields<BertConfig>& roberta_fields() {
  static const auto fields = [] {
    BertConfig c = with_own_dense(Activation::kTanh);
    c.V = 50265;
    c.first_position = 2;
    c.words_activation = Activation::kGelu;  // whatever its layers have
    return usual_bert_fields(c);
  }();
  return fields;
}

const Fields<BertConfig>& electra_fields() {
  static const auto fields = [] {
    BertConfig c = with_own_dense(Activation::kGelu);
    c.D = 256;
    c.embedding = 128;
    c.heads = 4;
    c.feed_forward = 1024;
    auto described = usual_bert_fields(c);
    described.number("embedding_size", &BertConfig::embedding, kWidthBounds, "Embedding size.");
    return described;
  }();
  return fields;
}

const Fields<BertConfig>& distilbert_fields() {
  static const auto fields = [] {
    BertConfig c = with_own_dense(Activation::kRelu);
    c.drops_before_dense = c.drops_attended = false;
    c.layers = 6;
    c.types = 0;
    c.text_head_dropout = 0.2;
    c.question_dropout = 0.1;
    Fields<BertConfig> described;
    described.number("vocab_size", &BertConfig::V, kTableRows, "Vocabulary size.")
        .number("dim", &BertConfig::D, kWidthBounds, "Hidden size: length of a token's state.")
        .number("n_layers", &BertConfig::layers, {1, 1024}, "Number of layers of the stack.")
        .number("n_heads", &BertConfig::heads, kWidthBounds,
                "Number of heads in each layer; they share the hidden size.")
        .number("hidden_dim", &BertConfig::feed_forward, {1, 1 << 20}, "Size of the feed-forward layers.")
        .number("max_position_embeddings", &BertConfig::positions, kPositions,
                "Number of position embeddings.")
        .text("activation", &BertConfig::activation_name, "Activation function of the feed-forward layers.")
        .number("dropout", &BertConfig::dropout, kShare, "Dropout of the states during training.")
        .number("attention_dropout", &BertConfig::attention_dropout, kShare,
                "Dropout of the attention weights during training.")
        .number("seq_classif_dropout", &BertConfig::text_head_dropout, kShare, "Dropout before the classes.")
        .number("qa_dropout", &BertConfig::question_dropout, kShare, "Dropout before the scores of answers.")
        .number("initializer_range", &BertConfig::deviation, {0, 1},
                "Standard deviation of the initial weights.");
    described.defaults = std::make_shared<const BertConfig>(c);
    return described;
  }();
  return fields;
}

}  // namespace

const BertFamily& bert_family() {
  static const BertFamily family = [] {
    auto heads = usual_bert_heads();
    heads.push_back({BertHead::kMaskedLm, "ForPreTraining"});
    return BertFamily{{{{"bert", "Bert"}},
                       {"bert.",
                        with_usual_encoder({{"pooler", "*pooler.dense"},
                                            {"classifier", "classifier"},
                                            {"lm.dense", "cls.predictions.transform.dense"},
                                            {"lm.norm", "cls.predictions.transform.LayerNorm"},
                                            {"lm", "cls.predictions"},
                                            {"lm.decoder", "cls.predictions.decoder"}}),
                        {"cls.predictions.decoder.weight", "cls.predictions.decoder.bias"},
                        {{"lm.decoder.bias", "cls.predictions.bias"}},
                        {"cls.", "bert.pooler.dense.", "pooler.dense."}}},
                      bert_fields,
                      heads};
  }();
  return family;
}

const BertFamily& distilbert_family() {
  static const BertFamily family = {
      {{{"distilbert", "DistilBert"}},
       {"distilbert.",
        {{"embeddings.words", "*embeddings.word_embeddings"},
         {"embeddings.positions", "*embeddings.position_embeddings"},
         {"embeddings.norm", "*embeddings.LayerNorm"},
         {"encoder.#.attention.query", "*transformer.layer.#.attention.q_lin"},
         {"encoder.#.attention.key", "*transformer.layer.#.attention.k_lin"},
         {"encoder.#.attention.value", "*transformer.layer.#.attention.v_lin"},
         {"encoder.#.attention.out", "*transformer.layer.#.attention.out_lin"},
         {"encoder.#.attention_norm", "*transformer.layer.#.sa_layer_norm"},
         {"encoder.#.feed_forward.in", "*transformer.layer.#.ffn.lin1"},
         {"encoder.#.feed_forward.out", "*transformer.layer.#.ffn.lin2"},
         {"encoder.#.feed_forward_norm", "*transformer.layer.#.output_layer_norm"},
         {"classifier.dense", "pre_classifier"},
         {"classifier", "classifier"},
         {"labels", "classifier"},
         {"question", "qa_outputs"},
         {"lm.dense", "vocab_transform"},
         {"lm.norm", "vocab_layer_norm"},
         {"lm.bias", "vocab_projector.bias"},
         {"lm.decoder", "vocab_projector"}},
        {"vocab_projector.weight"},
        {},
        {"vocab_"}},
       {{"pad_token_id", "[PAD]"}},
       {{"hidden_size", "dim"}, {"num_attention_heads", "n_heads"}, {"num_hidden_layers", "n_layers"}}},
      distilbert_fields,
      usual_bert_heads()};
  return family;
}

const BertFamily& roberta_family() {
  static const BertFamily family = {
      {{{"roberta", "Roberta"}, {"xlm-roberta", "XLMRoberta"}, {"camembert", "Camembert"}},
       {"roberta.",
        with_usual_encoder({{"classifier.dense", "classifier.dense"},
                            {"classifier", "classifier.out_proj"},
                            {"lm.dense", "lm_head.dense"},
                            {"lm.norm", "lm_head.layer_norm"},
                            {"lm", "lm_head"},
                            {"lm.decoder", "lm_head.decoder"}}),
        {"lm_head.decoder.weight", "lm_head.decoder.bias"},
        {{"lm.decoder.bias", "lm_head.bias"}},
        {"lm_head.", "roberta.pooler.dense.", "pooler.dense."}}},
      roberta_fields,
      usual_bert_heads()};
  return family;
}

// The discriminator: ELECTRA's masked language model is its generator, another network with other names.
const BertFamily& electra_family() {
  static const BertFamily family = {
      {{{"electra", "Electra"}},
       {"electra.",
        with_usual_encoder({{"embeddings.projection", "*embeddings_project"},
                            {"classifier.dense", "classifier.dense"},
                            {"classifier", "classifier.out_proj"},
                            {"replaced.dense", "discriminator_predictions.dense"},
                            {"replaced", "discriminator_predictions.dense_prediction"}}),
        {},
        {},
        {"discriminator_predictions.", "generator_predictions.", "generator_lm_head."}}},
      electra_fields,
      {{BertHead::kClassification, "ForSequenceClassification"},
       {BertHead::kTokens, "ForTokenClassification"},
       {BertHead::kQuestion, "ForQuestionAnswering"},
       {BertHead::kReplaced, "ForPreTraining"}}};
  return family;
}

}  // namespace heed
