// ALBERT (Lan et al. 2020): BERT with narrow embeddings that are projected, and layers that share one set of
// weights, or a few.
#include "engine/format/json.h"
#include "engine/models/bert.h"
#include "engine/models/bounds.h"

namespace heed {
namespace {

const Fields<BertConfig>& albert_fields() {
  static const auto described = [] {
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
    Fields<BertConfig> fields = usual_bert_fields(c, "classifier_dropout_prob");
    fields.number("embedding_size", &BertConfig::embedding, kWidthBounds, "Embedding size.")
        .number("num_hidden_groups", &BertConfig::groups, {1, 1024},
                "Number of layer groups; the layers of a group share their weights.");
    return fields;
  }();
  return described;
}

const BertFamily& albert_family() {
  static const BertFamily family = [] {
    auto heads = usual_bert_heads();
    heads.push_back({BertHead::kMaskedLm, "ForPreTraining"});
#define HEED_LAYER "*encoder.albert_layer_groups.#.albert_layers.0."
    std::vector<WeightRule> rules = {{"encoder.#.attention.query", HEED_LAYER "attention.query"},
                                     {"encoder.#.attention.key", HEED_LAYER "attention.key"},
                                     {"encoder.#.attention.value", HEED_LAYER "attention.value"},
                                     {"encoder.#.attention.out", HEED_LAYER "attention.dense"},
                                     {"encoder.#.attention_norm", HEED_LAYER "attention.LayerNorm"},
                                     {"encoder.#.feed_forward.in", HEED_LAYER "ffn"},
                                     {"encoder.#.feed_forward.out", HEED_LAYER "ffn_output"},
                                     {"encoder.#.feed_forward_norm", HEED_LAYER "full_layer_layer_norm"},
                                     {"embeddings.projection", "*encoder.embedding_hidden_mapping_in"},
                                     {"pooler", "*pooler"},
                                     {"classifier", "classifier"},
                                     {"lm.dense", "predictions.dense"},
                                     {"lm.norm", "predictions.LayerNorm"},
                                     {"lm", "predictions"},
                                     {"lm.decoder", "predictions.decoder"}};
#undef HEED_LAYER
    return BertFamily{{{{"albert", "Albert"}},
                       {"albert.",
                        with_usual_embeddings(std::move(rules)),
                        {"predictions.decoder.weight", "predictions.decoder.bias"},
                        {{"lm.decoder.bias", "predictions.bias"}},
                        {"predictions.", "sop_classifier.", "albert.pooler.", "pooler."}}},
                      albert_fields,
                      heads};
  }();
  return family;
}

std::unique_ptr<Network> make_albert(const nlohmann::json& config, const std::string& file,
                                     const NetworkSizes&, std::optional<uint64_t> seed, DType dtype) {
  const BertConfig c = read_bert_config(albert_family(), config, file);
  check(value_or<int64_t>(config, "inner_group_num", 1, file) == 1, "[", file,
        "] \"inner_group_num\" is not 1: only groups of one layer are supported.");
  check(c.groups <= c.layers, "[", file, "] ", c.groups, " groups for ", c.layers,
        " layers: expected no more groups than layers.");
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
