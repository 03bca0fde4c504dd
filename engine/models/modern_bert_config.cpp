#include "engine/models/modern_bert_config.h"

#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"

namespace heed {
namespace {

using nlohmann::json;

// "global_attn_every_n_layers" of a list that says of each layer what it sees.
int64_t every_of(const std::vector<std::string>& types, const std::string& file) {
  size_t every = 1;
  while (every < types.size() && types[every] != "full_attention") ++every;
  for (size_t l = 0; l < types.size(); ++l)
    check(types[l] == (l % every == 0 ? "full_attention" : "sliding_attention"), "[", file,
          "] \"layer_types\" has ", types[l], " at layer ", l,
          ": expected full_attention at layer 0 and evenly from there on, sliding_attention between.");
  return static_cast<int64_t>(every);
}

// Newer releases of the library write these in other words.
json in_older_words(json config, const std::string& file) {
  if (config.contains("layer_types"))
    config["global_attn_every_n_layers"] =
        every_of(json_as<std::vector<std::string>>(config["layer_types"], "layer_types", file), file);
  const auto found = config.find("rope_parameters");
  if (found == config.end()) return config;
  const json ropes = *found;
  for (const auto& [type, theta] : {std::pair("full_attention", "global_rope_theta"),
                                    std::pair("sliding_attention", "local_rope_theta")}) {
    const auto rope = ropes.find(type);
    if (rope == ropes.end() || !rope->is_object()) continue;
    const auto kind = value_or<std::string>(*rope, "rope_type", "default", file);
    check(kind == "default", "[", file, "] \"rope_type\" is \"", kind, "\": only \"default\" is supported.");
    if (rope->contains("rope_theta")) config[theta] = (*rope)["rope_theta"];
  }
  return config;
}

}  // namespace

const Fields<ModernBertConfig>& ModernBertConfig::fields() {
  using C = ModernBertConfig;
  constexpr Bounds kTheta{1, 1e12}, kSpread{0, 1e9};
  static const auto described =
      Fields<C>()
          .number("vocab_size", &C::V, {1, 10'000'000}, "Pieces of the vocabulary.")
          .number("hidden_size", &C::D, kWidthBounds, "Width of a token's state.")
          .number("num_hidden_layers", &C::layers, {1, 1024}, "Layers, one on top of the other.")
          .number("num_attention_heads", &C::heads, kWidthBounds,
                  "Heads of each layer, which share the width.")
          .number("intermediate_size", &C::feed_forward, {1, 1 << 20},
                  "Units of a feed-forward part, each with a gate of its own.")
          .number("max_position_embeddings", &C::positions, {1, 1 << 20}, "Tokens of the longest text.")
          .number("global_attn_every_n_layers", &C::global_every, {1, 1024},
                  "The first layer and every so many see the whole text.")
          .number("local_attention", &C::window, {0, 1 << 20},
                  "Tokens that the other layers see, half of them on either side.")
          .number("global_rope_theta", &C::global_theta, kTheta,
                  "Of rotary positions, where the whole text is seen.")
          .number("local_rope_theta", &C::local_theta, kTheta, "Of rotary positions in the other layers.")
          .text("hidden_activation", &C::activation_name, "What a feed-forward part's units go through.")
          .number("norm_eps", &C::epsilon, {0, 1}, "Added to the variance in layer norms.")
          .flag("norm_bias", &C::norm_bias, "Layer norms have a bias.")
          .flag("attention_bias", &C::attention_bias, "Queries, keys, values and what joins them have one.")
          .flag("mlp_bias", &C::feed_forward_bias, "Feed-forward parts have one.")
          .flag("decoder_bias", &C::decoder_bias, "The scores of words have one.")
          .flag("classifier_bias", &C::head_bias, "The layer before words or classes has one.")
          .text("classifier_activation", &C::head_activation_name, "What that layer goes through.")
          .choice("classifier_pooling", &C::pooling, {"cls", "mean"},
                  "What classes of a text are made of: its first state, or the mean of all.")
          .number("embedding_dropout", &C::embedding_dropout, kShare,
                  "Share of the embeddings that is dropped while training.")
          .number("attention_dropout", &C::attention_dropout, kShare,
                  "Share of the attention weights, and of what attention adds, that is dropped.")
          .number("mlp_dropout", &C::feed_forward_dropout, kShare,
                  "Share of a feed-forward part's units that is dropped.")
          .number("classifier_dropout", &C::head_dropout, kShare, "The same before the classes.")
          .number("initializer_range", &C::deviation, {0, 1}, "Standard deviation of the first weights.")
          .number("initializer_cutoff_factor", &C::cutoff, kSpread,
                  "How many standard deviations no first weight exceeds.");
  return described;
}

ModernBertConfig read_modern_bert_config(const json& given, const std::string& file) {
  const json config = in_older_words(without_nulls(given), file);
  ModernBertConfig c = read_as(config, ModernBertConfig::fields(), file, "", Beside::kAnything);
  if (given.contains("local_rope_theta") && given["local_rope_theta"].is_null())
    c.local_theta = c.global_theta;
  c.activation = read_activation(c.activation_name, file);
  c.head_activation = read_activation(c.head_activation_name, file);
  check(c.cutoff > 0, "[", file, "] \"initializer_cutoff_factor\" is 0: expected more.");
  c.tied = value_or<bool>(config, "tie_word_embeddings", true, file);
  check(c.D % (2 * c.heads) == 0, "[", file, "] the hidden size ", c.D, " cannot be shared by ", c.heads,
        " heads of an even width each.");
  if (!is_of_library(config)) return c;
  c.output =
      read_output(config, modern_bert_layout().type_of(config, file),
                  {Output::kStates, Output::kWords, Output::kTexts, Output::kTokens, Output::kSpans}, file);
  c.labels = read_labels(config, file);
  c.answers = read_answers(config, c.labels.size(), file);
  return c;
}

const LibraryLayout& modern_bert_layout() {
  static const LibraryLayout layout{{{"modernbert", "ModernBert"}},
                                    {"model.",
                                     {{"embeddings.words", "*embeddings.tok_embeddings"},
                                      {"embeddings.norm", "*embeddings.norm"},
                                      {"encoder.#.attention_norm", "*layers.#.attn_norm"},
                                      {"encoder.#.attention.query", "*layers.#.attn.Wqkv", false, 0, 3},
                                      {"encoder.#.attention.key", "*layers.#.attn.Wqkv", false, 1, 3},
                                      {"encoder.#.attention.value", "*layers.#.attn.Wqkv", false, 2, 3},
                                      {"encoder.#.attention.out", "*layers.#.attn.Wo"},
                                      {"encoder.#.feed_forward_norm", "*layers.#.mlp_norm"},
                                      {"encoder.#.feed_forward.in", "*layers.#.mlp.Wi"},
                                      {"encoder.#.feed_forward.out", "*layers.#.mlp.Wo"},
                                      {"encoder.norm", "*final_norm"},
                                      {"head.dense", "head.dense"},
                                      {"head.norm", "head.norm"},
                                      {"lm", "decoder"},
                                      {"classifier", "classifier"},
                                      {"labels", "classifier"},
                                      {"question", "classifier"}},
                                     {"decoder.weight"},
                                     {},
                                     {"head.", "decoder."}},
                                    {{"pad_token_id", "[PAD]"},
                                     {"cls_token_id", "[CLS]"},
                                     {"bos_token_id", "[CLS]"},
                                     {"sep_token_id", "[SEP]"},
                                     {"eos_token_id", "[SEP]"}}};
  return layout;
}

}  // namespace heed
