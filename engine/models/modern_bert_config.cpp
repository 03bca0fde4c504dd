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
          .number("vocab_size", &C::V, {1, 10'000'000}, "Vocabulary size.")
          .number("hidden_size", &C::D, kWidthBounds, "Hidden size: length of a token's state.")
          .number("num_hidden_layers", &C::layers, {1, 1024}, "Number of layers of the stack.")
          .number("num_attention_heads", &C::heads, kWidthBounds,
                  "Number of heads in each layer; they share the hidden size.")
          .number("intermediate_size", &C::feed_forward, {1, 1 << 20},
                  "Size of the feed-forward layers, which are gated.")
          .number("max_position_embeddings", &C::positions, {1, 1 << 20},
                  "Number of tokens in the longest text.")
          .number("global_attn_every_n_layers", &C::global_every, {1, 1024},
                  "The first layer and every N-th layer after it see the whole text.")
          .number("local_attention", &C::window, {0, 1 << 20},
                  "Number of tokens that the other layers see, half on each side.")
          .number("global_rope_theta", &C::global_theta, kTheta,
                  "Rotary base of the layers that see the whole text.")
          .number("local_rope_theta", &C::local_theta, kTheta, "Rotary base of the other layers.")
          .text("hidden_activation", &C::activation_name, "Activation function of the feed-forward units.")
          .number("norm_eps", &C::epsilon, {0, 1}, "Small number added to the variance in layer norms.")
          .flag("norm_bias", &C::norm_bias, "Use a bias in layer norms.")
          .flag("attention_bias", &C::attention_bias, "Use a bias in the attention layers.")
          .flag("mlp_bias", &C::feed_forward_bias, "Use a bias in the feed-forward layers.")
          .flag("decoder_bias", &C::decoder_bias, "Use a bias for the word scores.")
          .flag("classifier_bias", &C::head_bias, "Use a bias in the layer before words or classes.")
          .text("classifier_activation", &C::head_activation_name,
                "Activation function of the layer before words or classes.")
          .choice("classifier_pooling", &C::pooling, {"cls", "mean"},
                  "State for the classes: the first state, or the mean of all.")
          .number("embedding_dropout", &C::embedding_dropout, kShare,
                  "Dropout of the embeddings during training.")
          .number("attention_dropout", &C::attention_dropout, kShare,
                  "Dropout of the attention weights and of the attention output.")
          .number("mlp_dropout", &C::feed_forward_dropout, kShare, "Dropout of the feed-forward units.")
          .number("classifier_dropout", &C::head_dropout, kShare, "Dropout before the classes.")
          .number("initializer_range", &C::deviation, {0, 1}, "Standard deviation of the initial weights.")
          .number("initializer_cutoff_factor", &C::cutoff, kSpread,
                  "Largest initial weight, in standard deviations.");
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
