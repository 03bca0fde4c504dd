// GPT-2 (Radford et al. 2019): positions are a table, layers are normed first, scores are read off the words.
#include <cmath>

#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/causal_network.h"

namespace heed {
namespace {

using nlohmann::json;

// First weights are those of the library.
CausalConfig gpt2_defaults() {
  CausalConfig c;
  c.V = 50257, c.D = 768, c.layers = 12, c.heads = 12, c.positions = 1024;
  c.has_positions = true;
  c.norm = nn::NormKind::kLayer, c.epsilon = 1e-5;
  c.biases = c.joins_with_bias = c.feed_forward_biases = true;
  c.units = nn::FeedForwardKind::kPlain, c.activation_name = "gelu_new";
  c.embedding_dropout = c.attention_dropout = c.residual_dropout = 0.1;
  c.adds_less = true;
  c.keep = Keep::kBFloat16;
  return c;
}

const Fields<CausalConfig>& gpt2_fields() {
  using C = CausalConfig;
  static const auto described =
      causal_fields(gpt2_defaults())
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

CausalConfig read_gpt2(const json& given, const std::string& file) {
  const json config = without_nulls(gpt2_layout().in_own_words(given));
  check_causal_class(config, gpt2_layout().types.front(), file);
  check(!value_or<bool>(config, "add_cross_attention", false, file), "[", file,
        "] \"add_cross_attention\" is true: only false is supported.");
  CausalConfig c = gpt2_defaults();
  read_fields(config, gpt2_fields(), &c, file, "", Beside::kAnything);
  c.activation = read_activation(c.activation_name, file);
  c.share_heads(file);
  if (!value_or<bool>(config, "scale_attn_weights", true, file))
    c.sharpness = std::sqrt(static_cast<double>(c.head_width));
  c.scaled_by_layer = value_or<bool>(config, "scale_attn_by_inverse_layer_idx", false, file);
  c.tied = value_or<bool>(config, "tie_word_embeddings", true, file);
  if (c.feed_forward == 0) c.feed_forward = 4 * c.D;
  return c;
}

}  // namespace

constinit const Architecture kGpt2 = causal_family<read_gpt2, gpt2_fields, gpt2_layout>("gpt2");

}  // namespace heed
