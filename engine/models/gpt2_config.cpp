#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/gpt2.h"

namespace heed {
namespace {

using nlohmann::json;

// What the library can do and few files ask for.
void check_gpt2(const json& config, const std::string& file) {
  check(!value_or<bool>(config, "add_cross_attention", false, file), "[", file,
        "] \"add_cross_attention\" is true: only false is supported.");
  for (const auto& name : value_or<std::vector<std::string>>(config, "architectures", {}, file))
    check(name == "GPT2LMHeadModel" || name == "GPT2Model", "[", file, "] the architecture \"", name,
          "\" is not supported: expected one of GPT2LMHeadModel, GPT2Model.");
}

constexpr Library kGpt2Library = {gpt2_layout, read_piece_encoder, WeightFiles::of, load_library_weights,
                                  read_writing_rules};

constexpr Architecture gpt2() {
  Architecture entry{"gpt2"};
  entry.make = [](const json& config, const std::string& file, const NetworkSizes&,
                  std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
    return std::make_unique<Gpt2>(Gpt2Config::from(config, file), seed, dtype);
  };
  entry.fields = []() -> const FieldList& { return Gpt2Config::fields(); };
  entry.complete = [](const json& model, const std::string& file) {
    const Gpt2Config c = Gpt2Config::from(model, file);
    json complete = write_fields(Gpt2Config::fields(), &c);
    complete["architecture"] = "gpt2";
    complete.erase("vocab_size");  // it is the texts'
    return complete;
  };
  entry.library = &kGpt2Library;
  return entry;
}

}  // namespace

const Fields<Gpt2Config>& Gpt2Config::fields() {
  using C = Gpt2Config;
  static const auto described =
      Fields<C>()
          .number("vocab_size", &C::V, {1, 10'000'000}, "Vocabulary size.")
          .number("n_embd", &C::D, kWidthBounds, "Hidden size: length of a token's state.")
          .number("n_layer", &C::layers, {1, 1024}, "Number of layers of the stack.")
          .number("n_head", &C::heads, kWidthBounds,
                  "Number of heads in each layer; they share the hidden size.")
          .number("n_inner", &C::feed_forward, {0, 1 << 20},
                  "Size of the feed-forward layers; 0: four times the hidden size.")
          .number("n_positions", &C::positions, {1, 1 << 20}, "Number of tokens in the longest text.")
          .number("layer_norm_epsilon", &C::epsilon, {0, 1},
                  "Small number added to the variance in layer norms.")
          .text("activation_function", &C::activation_name, "Activation function of the feed-forward units.")
          .number("embd_pdrop", &C::embedding_dropout, kShare, "Dropout of the embeddings during training.")
          .number("attn_pdrop", &C::attention_dropout, kShare,
                  "Dropout of the attention weights during training.")
          .number("resid_pdrop", &C::residual_dropout, kShare,
                  "Dropout of the output of attention and feed-forward layers during training.")
          .number("initializer_range", &C::deviation, {0, 1}, "Standard deviation of the initial weights.");
  return described;
}

Gpt2Config Gpt2Config::from(const json& given, const std::string& file) {
  const json config = without_nulls(gpt2_layout().in_own_words(given));
  check_gpt2(config, file);
  Gpt2Config c = read_as(config, fields(), file, "", Beside::kAnything);
  c.activation = read_activation(c.activation_name, file);
  c.scaled = value_or<bool>(config, "scale_attn_weights", true, file);
  c.scaled_by_layer = value_or<bool>(config, "scale_attn_by_inverse_layer_idx", false, file);
  c.tied = value_or<bool>(config, "tie_word_embeddings", true, file);
  if (c.feed_forward == 0) c.feed_forward = 4 * c.D;
  check(c.D % c.heads == 0, "[", file, "] the width ", c.D, " cannot be shared by ", c.heads, " heads.");
  return c;
}

const LibraryLayout& gpt2_layout() {
  static const LibraryLayout layout{{{"gpt2", "GPT2", "LMHeadModel"}},
                                    {"transformer.",
                                     {{"embeddings.words", "*wte"},
                                      {"embeddings.positions", "*wpe"},
                                      {"decoder.#.attention_norm", "*h.#.ln_1"},
                                      {"decoder.#.attention.query", "*h.#.attn.c_attn", true, 0, 3},
                                      {"decoder.#.attention.key", "*h.#.attn.c_attn", true, 1, 3},
                                      {"decoder.#.attention.value", "*h.#.attn.c_attn", true, 2, 3},
                                      {"decoder.#.attention.out", "*h.#.attn.c_proj", true},
                                      {"decoder.#.feed_forward_norm", "*h.#.ln_2"},
                                      {"decoder.#.feed_forward.in", "*h.#.mlp.c_fc", true},
                                      {"decoder.#.feed_forward.out", "*h.#.mlp.c_proj", true},
                                      {"decoder.norm", "*ln_f"},
                                      {"out", "lm_head"}},
                                     {"lm_head.weight"}},
                                    {{"bos_token_id", "<|endoftext|>"}, {"eos_token_id", "<|endoftext|>"}},
                                    {{"hidden_size", "n_embd"},
                                     {"num_hidden_layers", "n_layer"},
                                     {"num_attention_heads", "n_head"},
                                     {"max_position_embeddings", "n_positions"}}};
  return layout;
}

constinit const Architecture kGpt2 = gpt2();

}  // namespace heed
