// ALBERT (Lan et al. 2020): BERT with narrow embeddings that are projected, and layers that share one set of
// weights, or a few.
#include "engine/format/json.h"
#include "engine/models/bert.h"
#include "engine/models/bounds.h"

namespace heed {
namespace {

const Fields<BertConfig>& albert_fields() {
  static const auto described = [] {
    Fields<BertConfig> fields;
    fields.number("vocab_size", &BertConfig::V, {1, 10'000'000}, "Pieces of the vocabulary.")
        .number("embedding_size", &BertConfig::embedding, kWidthBounds, "Width of the embeddings.")
        .number("hidden_size", &BertConfig::D, kWidthBounds, "Width of a token's state.")
        .number("num_hidden_layers", &BertConfig::layers, {1, 1024}, "Layers, one on top of the other.")
        .number("num_hidden_groups", &BertConfig::groups, {1, 1024}, "Sets of weights that the layers share.")
        .number("num_attention_heads", &BertConfig::heads, kWidthBounds,
                "Heads of each layer, which share the width.")
        .number("intermediate_size", &BertConfig::feed_forward, {1, 1 << 20},
                "Width inside a feed-forward part.")
        .number("max_position_embeddings", &BertConfig::positions, {1, 1 << 20},
                "Rows of the table of positions.")
        .number("type_vocab_size", &BertConfig::types, {0, 1024}, "Rows of the table of segments.")
        .number("layer_norm_eps", &BertConfig::epsilon, {0, 1}, "Added to the variance in layer norms.")
        .text("hidden_act", &BertConfig::activation_name, "What a feed-forward part goes through.")
        .number("hidden_dropout_prob", &BertConfig::dropout, kShare,
                "Share of a state that is dropped while training.")
        .number("attention_probs_dropout_prob", &BertConfig::attention_dropout, kShare,
                "Share of the attention weights that is dropped while training.")
        .number("classifier_dropout_prob", &BertConfig::head_dropout, kShare, "The same before the classes.")
        .number("initializer_range", &BertConfig::deviation, {0, 1},
                "Standard deviation of the first weights.");
    BertConfig c;
    c.V = 30000;
    c.D = 4096;
    c.embedding = 128;
    c.groups = 1;
    c.heads = 64;
    c.feed_forward = 16384;
    c.activation_name = "gelu_new";
    c.dropout = c.attention_dropout = 0;
    c.drops_fed_forward = false;
    c.head_dropout = 0.1;
    fields.defaults = std::make_shared<const BertConfig>(c);
    return fields;
  }();
  return described;
}

const BertFamily& albert_family() {
  static const BertFamily family = [] {
    std::vector<WeightRule> rules = {{"embeddings.words", "*embeddings.word_embeddings"},
                                     {"embeddings.positions", "*embeddings.position_embeddings"},
                                     {"embeddings.types", "*embeddings.token_type_embeddings"},
                                     {"embeddings.norm", "*embeddings.LayerNorm"},
                                     {"embeddings.projection", "*encoder.embedding_hidden_mapping_in"},
                                     {"pooler", "*pooler"},
                                     {"classifier", "classifier"},
                                     {"labels", "classifier"},
                                     {"question", "qa_outputs"},
                                     {"lm.dense", "predictions.dense"},
                                     {"lm.norm", "predictions.LayerNorm"},
                                     {"lm", "predictions"}};
#define HEED_LAYER "*encoder.albert_layer_groups.#.albert_layers.0."
    const WeightRule layer[] = {{"encoder.#.attention.query", HEED_LAYER "attention.query"},
                                {"encoder.#.attention.key", HEED_LAYER "attention.key"},
                                {"encoder.#.attention.value", HEED_LAYER "attention.value"},
                                {"encoder.#.attention.out", HEED_LAYER "attention.dense"},
                                {"encoder.#.attention_norm", HEED_LAYER "attention.LayerNorm"},
                                {"encoder.#.feed_forward.in", HEED_LAYER "ffn"},
                                {"encoder.#.feed_forward.out", HEED_LAYER "ffn_output"},
                                {"encoder.#.feed_forward_norm", HEED_LAYER "full_layer_layer_norm"}};
#undef HEED_LAYER
    rules.insert(rules.end(), std::begin(layer), std::end(layer));
    return BertFamily{{{{"albert", "Albert"}},
                       {"albert.", rules, {"predictions.decoder.weight", "predictions.decoder.bias"}}},
                      albert_fields,
                      {{BertHead::kClassification, "ForSequenceClassification"},
                       {BertHead::kMaskedLm, "ForMaskedLM"},
                       {BertHead::kTokens, "ForTokenClassification"},
                       {BertHead::kQuestion, "ForQuestionAnswering"},
                       {BertHead::kMaskedLm, "ForPreTraining"}}};
  }();
  return family;
}

std::unique_ptr<Network> make_albert(const nlohmann::json& config, const std::string& file,
                                     const NetworkSizes&, std::optional<uint64_t> seed, DType dtype) {
  const BertConfig c = read_bert_config(albert_family(), config, file);
  check(value_or<int64_t>(config, "inner_group_num", 1, file) == 1, "[", file,
        "] \"inner_group_num\" is not 1: only groups of one layer are supported.");
  check(c.groups <= c.layers && c.embedding != c.D, "[", file, "] ", c.groups, " groups for ", c.layers,
        " layers, embeddings of ", c.embedding, " for states of ", c.D,
        ": expected no more groups than layers, and embeddings of another width.");
  return std::make_unique<Bert>(c, seed, dtype);
}

constexpr Architecture albert() {
  Architecture entry = bert_architecture<albert_family>("albert");
  entry.make = make_albert;
  return entry;
}

}  // namespace

extern const Architecture kAlbert;
constinit const Architecture kAlbert = albert();

}  // namespace heed
