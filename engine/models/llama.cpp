// Llama (Touvron et al. 2023), and what is built like it, Mistral and Qwen: positions are turns of queries
// and keys, units have gates, norms are RMSNorm.
#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/causal_network.h"

namespace heed {
namespace {

using nlohmann::json;

// What the library's configuration of a family says where a file says nothing.
struct Usual {
  const char* type;
  int64_t V, D, layers, heads, key_heads, head_width, feed_forward, positions;
};

constexpr Usual kUsual[] = {{"llama", 32000, 4096, 32, 32, 0, 0, 11008, 2048},
                            {"mistral", 32000, 4096, 32, 32, 8, 0, 14336, 131072},
                            {"qwen2", 151936, 4096, 32, 32, 32, 0, 22016, 32768},
                            {"qwen3", 151936, 4096, 32, 32, 32, 128, 22016, 32768}};

// A recipe's model is of the first type and has defaults of its own.
CausalConfig recipe_defaults() {
  CausalConfig c;
  c.V = 32000, c.D = 576, c.layers = 30, c.heads = 9, c.feed_forward = 1536, c.positions = 2048;
  return c;
}

CausalConfig usual_of(const std::string& type) {
  CausalConfig c;
  for (const Usual& u : kUsual)
    if (type == u.type) {
      c.V = u.V, c.D = u.D, c.layers = u.layers, c.heads = u.heads, c.key_heads = u.key_heads;
      c.head_width = u.head_width, c.feed_forward = u.feed_forward, c.positions = u.positions;
    }
  return c;
}

Activation read_gate(const json& config, const std::string& file) {
  const auto name = value_or<std::string>(config, "hidden_act", "silu", file);
  return name == "silu" || name == "swish" ? Activation::kSilu : read_activation(name, file);
}

// A window of so many tokens, the query's own among them; 0: the family or the file has none. Null is none.
int64_t window_of(const json& config, const std::string& type, const std::string& file) {
  constexpr int64_t kUsualWindow = 4096;
  if (type == "llama") return 0;
  if (type != "mistral" && !value_or<bool>(config, "use_sliding_window", false, file)) return 0;
  const auto found = config.find("sliding_window");
  if (found == config.end()) return kUsualWindow;
  if (found->is_null()) return 0;
  const auto window = json_as<int64_t>(*found, "sliding_window", file);
  check(window >= 1, "[", file, "] \"sliding_window\" is ", window, ": expected null, or 1 or more.");
  return window;
}

// Mistral's window is every layer's; Qwen's is that of the layers from max_window_layers on, unless
// layer_types names each.
std::vector<int64_t> reaches_of(const json& config, const std::string& type, int64_t layers,
                                const std::string& file) {
  const int64_t window = window_of(config, type, file);
  if (window == 0) return {};
  if (type == "mistral") return std::vector<int64_t>(static_cast<size_t>(layers), window - 1);
  const auto whole = value_or<int64_t>(config, "max_window_layers", 28, file);
  return read_reaches(
      config, layers, window, [whole](int64_t l) { return l >= whole; }, file);
}

// Which biases there are: of Qwen 2 always those of queries, keys and values, of Mistral none.
void read_biases(const json& config, const std::string& type, const std::string& file, CausalConfig& c) {
  if (type == "mistral") c.biases = false;
  c.joins_with_bias = c.biases;
  if (type == "qwen2") c.biases = true, c.joins_with_bias = false;
  c.feed_forward_biases = type == "llama" && value_or<bool>(config, "mlp_bias", false, file);
}

const Fields<CausalConfig>& llama_fields() {
  using C = CausalConfig;
  static const auto described =
      causal_fields(recipe_defaults())
          .number("vocab_size", &C::V, {1, 10'000'000}, "Vocabulary size.")
          .number("hidden_size", &C::D, kWidthBounds, "Hidden size: length of a token's state.")
          .number("num_hidden_layers", &C::layers, {1, 1024}, "Number of layers of the stack.")
          .number("num_attention_heads", &C::heads, kWidthBounds, "Number of query heads in each layer.")
          .number("num_key_value_heads", &C::key_heads, {0, 1 << 16},
                  "Number of key and value heads, which query heads share; 0: one per query head.")
          .number("head_dim", &C::head_width, {0, 1 << 16},
                  "Size of a head; 0: the hidden size divided by the number of heads.")
          .number("intermediate_size", &C::feed_forward, {1, 1 << 20}, "Size of the feed-forward layers.")
          .number("max_position_embeddings", &C::positions, {1, 1 << 24},
                  "Number of tokens in the longest text.")
          .number("rms_norm_eps", &C::epsilon, {0, 1}, "Small number added to the mean square in norms.")
          .number("rope_theta", &C::theta, {1, 1e12}, "Rotary base, which sets the slowest rotation.")
          .flag("attention_bias", &C::biases, "Use a bias in the query, key, value and output layers.")
          .flag("tie_word_embeddings", &C::tied, "Use the embeddings as output weights.")
          .number("initializer_range", &C::deviation, {0, 1}, "Standard deviation of the initial weights.");
  return described;
}

const LibraryLayout& llama_layout() {
  static const LibraryLayout layout{
      {{"llama", "Llama"}, {"mistral", "Mistral"}, {"qwen2", "Qwen2"}, {"qwen3", "Qwen3"}},
      {"model.",
       {{"embeddings.words", "*embed_tokens"},
        {"decoder.#.attention_norm", "*layers.#.input_layernorm"},
        {"decoder.#.attention.query", "*layers.#.self_attn.q_proj"},
        {"decoder.#.attention.query_norm", "*layers.#.self_attn.q_norm"},
        {"decoder.#.attention.key", "*layers.#.self_attn.k_proj"},
        {"decoder.#.attention.key_norm", "*layers.#.self_attn.k_norm"},
        {"decoder.#.attention.value", "*layers.#.self_attn.v_proj"},
        {"decoder.#.attention.out", "*layers.#.self_attn.o_proj"},
        {"decoder.#.feed_forward_norm", "*layers.#.post_attention_layernorm"},
        {"decoder.#.feed_forward.gate", "*layers.#.mlp.gate_proj"},
        {"decoder.#.feed_forward.up", "*layers.#.mlp.up_proj"},
        {"decoder.#.feed_forward.out", "*layers.#.mlp.down_proj"},
        {"decoder.norm", "*norm"},
        {"out", "lm_head"}},
       {"lm_head.weight"}},
      {{"bos_token_id", "<s>"}, {"eos_token_id", "</s>"}}};
  return layout;
}

CausalConfig read_llama(const json& given, const std::string& file) {
  const json config = without_nulls(given);
  const bool of_library = is_of_library(config);
  const LibraryLayout::Type& type =
      of_library ? llama_layout().type_of(config, file) : llama_layout().types.front();
  check_causal_class(config, type, file);
  CausalConfig c = of_library ? usual_of(type.model_type) : recipe_defaults();
  const auto is_null = [&](const char* key) { return given.contains(key) && given[key].is_null(); };
  if (is_null("num_key_value_heads")) c.key_heads = 0;
  if (is_null("head_dim")) c.head_width = 0;
  read_fields(config, llama_fields(), &c, file, "", Beside::kAnything);
  c.activation = read_gate(config, file);
  read_biases(config, type.model_type, file, c);
  c.norms_heads = type.model_type == "qwen3";
  c.reaches = reaches_of(given, type.model_type, c.layers, file);
  c.share_heads(file);
  c.rope = read_rope(config, c.theta, c.head_width, c.positions, file);
  c.theta = c.rope.turns.theta;
  return c;
}

}  // namespace

constinit const Architecture kLlama = causal_family<read_llama, llama_fields, llama_layout>("llama");

}  // namespace heed
