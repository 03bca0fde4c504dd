// GPT-NeoX (Black et al. 2022), as Pythia has it: both parts of a layer read
// the same states, x + a(norm(x)) + f(norm'(x)), heads turn with their first
// columns alone, and one matrix makes queries, keys and values.
#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/causal_network.h"

namespace heed {
namespace {

using nlohmann::json;

CausalConfig gpt_neox_defaults() {
  CausalConfig c;
  c.V = 50432, c.D = 6144, c.layers = 44, c.heads = 64, c.feed_forward = 24576, c.positions = 2048;
  c.turned = 0.25;
  c.norm = nn::NormKind::kLayer, c.epsilon = 1e-5;
  c.parallel = true;
  c.biases = c.feed_forward_biases = true;
  c.units = nn::FeedForwardKind::kPlain, c.activation_name = "gelu";
  return c;
}

const Fields<CausalConfig>& gpt_neox_fields() {
  using C = CausalConfig;
  static const auto described =
      causal_fields(gpt_neox_defaults())
          .number("vocab_size", &C::V, {1, 10'000'000}, "Vocabulary size.")
          .number("hidden_size", &C::D, kWidthBounds, "Hidden size: length of a token's state.")
          .number("num_hidden_layers", &C::layers, {1, 1024}, "Number of layers of the stack.")
          .number("num_attention_heads", &C::heads, kWidthBounds,
                  "Number of heads in each layer; they share the hidden size.")
          .number("intermediate_size", &C::feed_forward, {1, 1 << 20}, "Size of the feed-forward layers.")
          .number("max_position_embeddings", &C::positions, {1, 1 << 24},
                  "Number of tokens in the longest text.")
          .number("layer_norm_eps", &C::epsilon, {0, 1}, "Small number added to the variance in layer norms.")
          .text("hidden_act", &C::activation_name, "Activation function of the feed-forward units.")
          .number("rotary_emb_base", &C::theta, {1, 1e12}, "Rotary base, which sets the slowest rotation.")
          .number("rotary_pct", &C::turned, {0, 1}, "Share of each head that is rotated.")
          .flag("use_parallel_residual", &C::parallel,
                "Let attention and feed-forward layers read the same states.")
          .flag("attention_bias", &C::biases, "Use a bias in the query, key, value and output layers.")
          .flag("tie_word_embeddings", &C::tied, "Use the embeddings as output weights.")
          .number("attention_dropout", &C::attention_dropout, kShare,
                  "Dropout of the attention weights during training.")
          .number("hidden_dropout", &C::residual_dropout, kShare,
                  "Dropout of the embeddings and of each layer's output during training.")
          .number("initializer_range", &C::deviation, {0, 1}, "Standard deviation of the initial weights.");
  return described;
}

const LibraryLayout& gpt_neox_layout() {
  const auto fused = [](const char* ours, int part) {
    return WeightRule{.ours = ours,
                      .theirs = "*layers.#.attention.query_key_value",
                      .part = part,
                      .parts = 3,
                      .by_head = true};
  };
  static const LibraryLayout layout{{{"gpt_neox", "GPTNeoX"}},
                                    {"gpt_neox.",
                                     {{"embeddings.words", "*embed_in"},
                                      {"decoder.#.attention_norm", "*layers.#.input_layernorm"},
                                      fused("decoder.#.attention.query", 0),
                                      fused("decoder.#.attention.key", 1),
                                      fused("decoder.#.attention.value", 2),
                                      {"decoder.#.attention.out", "*layers.#.attention.dense"},
                                      {"decoder.#.feed_forward_norm", "*layers.#.post_attention_layernorm"},
                                      {"decoder.#.feed_forward.in", "*layers.#.mlp.dense_h_to_4h"},
                                      {"decoder.#.feed_forward.out", "*layers.#.mlp.dense_4h_to_h"},
                                      {"decoder.norm", "*final_layer_norm"},
                                      {"out", "embed_out"}},
                                     {"embed_out.weight"}},
                                    {{"bos_token_id", "<|endoftext|>"}, {"eos_token_id", "<|endoftext|>"}}};
  return layout;
}

CausalConfig read_gpt_neox(const json& given, const std::string& file) {
  const json config = without_nulls(given);
  check_causal_class(config, gpt_neox_layout().types.front(), file);
  CausalConfig c = gpt_neox_defaults();
  read_fields(config, gpt_neox_fields(), &c, file, "", Beside::kAnything);
  c.activation = read_activation(c.activation_name, file);
  c.joins_with_bias = c.biases;
  c.embedding_dropout = c.residual_dropout;
  c.share_heads(file);
  c.rope = read_rope(config, c.theta, c.head_width, c.positions, file, c.turned);
  return c;
}

// Folders of it are opened and fine-tuned; recipes do not begin with it.
constexpr Architecture gpt_neox() {
  Architecture entry = causal_family<read_gpt_neox, gpt_neox_fields, gpt_neox_layout>("gpt_neox");
  entry.complete = nullptr;
  return entry;
}

}  // namespace

constinit const Architecture kGptNeoX = gpt_neox();

}  // namespace heed
