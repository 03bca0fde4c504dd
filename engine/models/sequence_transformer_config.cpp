#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/sequence_transformer.h"

namespace heed {
namespace {

using nlohmann::json;
using Config = SequenceTransformerConfig;

// What the library's configurations say where a file says nothing.
Config usual_of_library() {
  Config c;
  c.V = 50265, c.D = 1024;
  c.encoder_layers = c.decoder_layers = 12;
  c.encoder_heads = c.decoder_heads = 16;
  c.encoder_feed_forward = c.decoder_feed_forward = 4096;
  c.positions = 1024;
  c.activation_name = "gelu";
  c.scaled = false;
  return c;
}

LibraryLayout layout_of(LibraryLayout::Type type) {
  WeightRules names{
      "model.",
      {{"embeddings.words", "*shared"},
       {"embeddings.source", "*encoder.embed_tokens"},
       {"embeddings.target", "*decoder.embed_tokens"},
       {"out.logits_bias", "final_logits_bias"},
       {"out", "lm_head"}},
      {"lm_head.weight", "model.encoder.embed_positions.weight", "model.decoder.embed_positions.weight",
       "encoder.embed_positions.weight", "decoder.embed_positions.weight"}};
  const auto add = [&](const char* ours, const char* theirs) { names.rules.push_back({ours, theirs}); };
  add("encoder.#.attention.query", "*encoder.layers.#.self_attn.q_proj");
  add("encoder.#.attention.key", "*encoder.layers.#.self_attn.k_proj");
  add("encoder.#.attention.value", "*encoder.layers.#.self_attn.v_proj");
  add("encoder.#.attention.out", "*encoder.layers.#.self_attn.out_proj");
  add("encoder.#.attention_norm", "*encoder.layers.#.self_attn_layer_norm");
  add("encoder.#.feed_forward.in", "*encoder.layers.#.fc1");
  add("encoder.#.feed_forward.out", "*encoder.layers.#.fc2");
  add("encoder.#.feed_forward_norm", "*encoder.layers.#.final_layer_norm");
  add("decoder.#.attention.query", "*decoder.layers.#.self_attn.q_proj");
  add("decoder.#.attention.key", "*decoder.layers.#.self_attn.k_proj");
  add("decoder.#.attention.value", "*decoder.layers.#.self_attn.v_proj");
  add("decoder.#.attention.out", "*decoder.layers.#.self_attn.out_proj");
  add("decoder.#.attention_norm", "*decoder.layers.#.self_attn_layer_norm");
  add("decoder.#.cross.query", "*decoder.layers.#.encoder_attn.q_proj");
  add("decoder.#.cross.key", "*decoder.layers.#.encoder_attn.k_proj");
  add("decoder.#.cross.value", "*decoder.layers.#.encoder_attn.v_proj");
  add("decoder.#.cross.out", "*decoder.layers.#.encoder_attn.out_proj");
  add("decoder.#.cross_norm", "*decoder.layers.#.encoder_attn_layer_norm");
  add("decoder.#.feed_forward.in", "*decoder.layers.#.fc1");
  add("decoder.#.feed_forward.out", "*decoder.layers.#.fc2");
  add("decoder.#.feed_forward_norm", "*decoder.layers.#.final_layer_norm");
  add("encoder.norm", "*encoder.layer_norm");
  add("decoder.norm", "*decoder.layer_norm");
  for (const char* table :
       {"*encoder.embed_tokens", "*decoder.embed_tokens"})  // the same, where it is shared
    add("embeddings.words", table);
  const char* end = "<|endoftext|>";
  return {
      {std::move(type)},
      std::move(names),
      {{"bos_token_id", end}, {"eos_token_id", end}, {"pad_token_id", end}, {"decoder_start_token_id", end}},
      {{"hidden_size", "d_model"}, {"num_attention_heads", "encoder_attention_heads"}}};
}

template <const LibraryLayout& (*layout)()>
constexpr Library kLibrary = {layout, read_piece_encoder, WeightFiles::of, load_library_weights,
                              read_writing_rules};

// `norm_first`: of the architecture, no setting.
template <const LibraryLayout& (*layout)(), bool norm_first>
constexpr Architecture entry_of(const char* name) {
  Architecture entry{name};
  entry.make = [](const json& config, const std::string& file, const NetworkSizes&,
                  std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
    Config c = Config::from(config, file);
    c.norm_first = norm_first;
    return std::make_unique<SequenceTransformer>(c, seed, dtype);
  };
  entry.fields = []() -> const FieldList& { return Config::fields(); };
  entry.complete = [](const json& model, const std::string& file) {
    const Config c = Config::from(model, file);
    json complete = write_fields(Config::fields(), &c);
    complete["architecture"] = layout().types.front().model_type;
    complete.erase("vocab_size");  // it is the texts'
    return complete;
  };
  entry.library = &kLibrary<layout>;
  return entry;
}

}  // namespace

const LibraryLayout& marian_layout() {
  static const LibraryLayout layout = layout_of({"marian", "Marian", "MTModel"});
  return layout;
}

const LibraryLayout& pegasus_layout() {
  static const LibraryLayout layout = layout_of({"pegasus", "Pegasus", "ForConditionalGeneration"});
  return layout;
}

const Fields<Config>& Config::fields() {
  using C = Config;
  static const auto described =
      Fields<C>()
          .number("vocab_size", &C::V, {1, 10'000'000}, "Vocabulary size; both texts share the vocabulary.")
          .number("d_model", &C::D, kWidthBounds, "Hidden size: length of a token's state.")
          .number("encoder_layers", &C::encoder_layers, {1, 1024}, "Number of encoder layers.")
          .number("decoder_layers", &C::decoder_layers, {1, 1024}, "Number of decoder layers.")
          .number("encoder_attention_heads", &C::encoder_heads, kWidthBounds,
                  "Number of heads in each encoder layer; they share the hidden size.")
          .number("decoder_attention_heads", &C::decoder_heads, kWidthBounds,
                  "Number of heads in each decoder layer; they share the hidden size.")
          .number("encoder_ffn_dim", &C::encoder_feed_forward, {1, 1 << 20},
                  "Size of the encoder's feed-forward layers.")
          .number("decoder_ffn_dim", &C::decoder_feed_forward, {1, 1 << 20},
                  "Size of the decoder's feed-forward layers.")
          .number("max_position_embeddings", &C::positions, {1, 1 << 20},
                  "Number of tokens in the longest text.")
          .text("activation_function", &C::activation_name, "Activation function of the feed-forward units.")
          .flag("scale_embedding", &C::scaled, "Multiply embeddings by the square root of the hidden size.")
          .flag("share_encoder_decoder_embeddings", &C::shared, "Share the embeddings between both texts.")
          .number("dropout", &C::dropout, kShare,
                  "Dropout of the layer outputs and of the embeddings during training.")
          .number("attention_dropout", &C::attention_dropout, kShare,
                  "Dropout of the attention weights during training.")
          .number("init_std", &C::deviation, {0, 1}, "Standard deviation of the initial weights.");
  return described;
}

Config Config::from(const json& given, const std::string& file) {
  const json config = without_nulls(marian_layout().in_own_words(given));  // Pegasus' are the same
  Config c = is_of_library(config) ? usual_of_library() : Config();
  read_fields(config, fields(), &c, file, "", Beside::kAnything);
  c.activation = read_activation(c.activation_name, file);
  c.tied = value_or<bool>(config, "tie_word_embeddings", true, file);
  if (!c.shared) c.target_V = value_or<int64_t>(config, "decoder_vocab_size", c.V, file);
  check(c.target_V >= 0, "[", file, "] \"decoder_vocab_size\" is ", c.target_V, ": expected 1 or more.");
  for (const int64_t heads : {c.encoder_heads, c.decoder_heads})
    check(c.D % heads == 0, "[", file, "] the width ", c.D, " cannot be shared by ", heads, " heads.");
  return c;
}

constinit const Architecture kMarian = entry_of<marian_layout, false>("marian");
constinit const Architecture kPegasus = entry_of<pegasus_layout, true>("pegasus");

}  // namespace heed
