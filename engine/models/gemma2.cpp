// Gemma 2 (Gemma Team 2024): words are scaled as they come in, what each part reads and what it adds is
// normed by 1 + w, scores have soft caps, and every other layer sees a window alone.
#include <cmath>

#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/causal_network.h"

namespace heed {
namespace {

using nlohmann::json;

CausalConfig gemma2_defaults() {
  CausalConfig c;
  c.V = 256000, c.D = 2304, c.layers = 26, c.heads = 8, c.key_heads = 4, c.head_width = 256;
  c.feed_forward = 9216, c.positions = 8192;
  c.norms_added = true;
  c.activation_name = "gelu_pytorch_tanh";
  c.tied = true;
  return c;
}

const Fields<CausalConfig>& gemma2_fields() {
  using C = CausalConfig;
  static const auto described =
      causal_fields(gemma2_defaults())
          .number("vocab_size", &C::V, {1, 10'000'000}, "Vocabulary size.")
          .number("hidden_size", &C::D, kWidthBounds, "Hidden size: length of a token's state.")
          .number("num_hidden_layers", &C::layers, {1, 1024}, "Number of layers of the stack.")
          .number("num_attention_heads", &C::heads, kWidthBounds, "Number of query heads in each layer.")
          .number("num_key_value_heads", &C::key_heads, {1, 1 << 16},
                  "Number of key and value heads, which query heads share.")
          .number("head_dim", &C::head_width, {1, 1 << 16}, "Size of a head.")
          .number("intermediate_size", &C::feed_forward, {1, 1 << 20}, "Size of the feed-forward layers.")
          .text("hidden_activation", &C::activation_name, "Activation function of the feed-forward units.")
          .number("max_position_embeddings", &C::positions, {1, 1 << 24},
                  "Number of tokens in the longest text.")
          .number("rms_norm_eps", &C::epsilon, {0, 1}, "Small number added to the mean square in norms.")
          .number("rope_theta", &C::theta, {1, 1e12}, "Rotary base, which sets the slowest rotation.")
          .flag("attention_bias", &C::biases, "Use a bias in the query, key, value and output layers.")
          .flag("tie_word_embeddings", &C::tied, "Use the embeddings as output weights.")
          .number("attention_dropout", &C::attention_dropout, kShare,
                  "Dropout of the attention weights during training.")
          .number("initializer_range", &C::deviation, {0, 1}, "Standard deviation of the initial weights.");
  return described;
}

const LibraryLayout& gemma2_layout() {
  const auto norm = [](const char* ours, const char* theirs) {
    return WeightRule{.ours = ours, .theirs = theirs, .added = 1};
  };
  static const LibraryLayout layout{
      {{"gemma2", "Gemma2"}},
      {"model.",
       {{"embeddings.words", "*embed_tokens"},
        norm("decoder.#.attention_norm", "*layers.#.input_layernorm"),
        {"decoder.#.attention.query", "*layers.#.self_attn.q_proj"},
        {"decoder.#.attention.key", "*layers.#.self_attn.k_proj"},
        {"decoder.#.attention.value", "*layers.#.self_attn.v_proj"},
        {"decoder.#.attention.out", "*layers.#.self_attn.o_proj"},
        norm("decoder.#.attention_added_norm", "*layers.#.post_attention_layernorm"),
        norm("decoder.#.feed_forward_norm", "*layers.#.pre_feedforward_layernorm"),
        {"decoder.#.feed_forward.gate", "*layers.#.mlp.gate_proj"},
        {"decoder.#.feed_forward.up", "*layers.#.mlp.up_proj"},
        {"decoder.#.feed_forward.out", "*layers.#.mlp.down_proj"},
        norm("decoder.#.feed_forward_added_norm", "*layers.#.post_feedforward_layernorm"),
        norm("decoder.norm", "*norm"),
        {"out", "lm_head"}},
       {"lm_head.weight"}},
      {{"bos_token_id", "<bos>"}, {"eos_token_id", "<eos>"}, {"pad_token_id", "<pad>"}}};
  return layout;
}

// A number above 0 where the file says nothing else; null, where it may be: 0.
double positive_or(const json& config, const char* key, double usual, bool may_be_null,
                   const std::string& file) {
  const auto found = config.find(key);
  if (found == config.end()) return usual;
  if (may_be_null && found->is_null()) return 0;
  const auto value = json_as<double>(*found, key, file);
  check(value > 0, "[", file, "] \"", key, "\" is ", value, ": expected more than 0.");
  return value;
}

CausalConfig read_gemma2(const json& given, const std::string& file) {
  const json config = without_nulls(given);
  check_causal_class(config, gemma2_layout().types.front(), file);
  check(!value_or<bool>(config, "use_bidirectional_attention", false, file), "[", file,
        "] \"use_bidirectional_attention\" is true: only false is supported.");
  CausalConfig c = gemma2_defaults();
  read_fields(config, gemma2_fields(), &c, file, "", Beside::kAnything);
  c.activation = read_activation(c.activation_name, file);
  c.joins_with_bias = c.biases;
  c.share_heads(file);
  c.embedding_scale = std::sqrt(static_cast<double>(c.D));
  c.sharpness = std::sqrt(static_cast<double>(c.head_width) /
                          positive_or(given, "query_pre_attn_scalar", 256, false, file));
  c.attention_cap = positive_or(given, "attn_logit_softcapping", 50, true, file);
  c.score_cap = positive_or(given, "final_logit_softcapping", 30, true, file);
  const auto window = static_cast<int64_t>(positive_or(given, "sliding_window", 4096, false, file));
  c.reaches = read_reaches(
      config, c.layers, window, [](int64_t l) { return l % 2 == 0; }, file);
  c.rope = read_rope(config, c.theta, c.head_width, c.positions, file);
  c.theta = c.rope.turns.theta;
  return c;
}

// Folders of it are opened and fine-tuned; recipes do not begin with it.
constexpr Architecture gemma2() {
  Architecture entry = causal_family<read_gemma2, gemma2_fields, gemma2_layout>("gemma2");
  entry.complete = nullptr;
  return entry;
}

}  // namespace

constinit const Architecture kGemma2 = gemma2();

}  // namespace heed
