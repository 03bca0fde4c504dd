#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/llama.h"

namespace heed {
namespace {

using nlohmann::json;

// What the library can do and few files ask for.
void check_llama(const json& config, const LibraryLayout::Type& type, const std::string& file) {
  check(!value_or<bool>(config, "mlp_bias", false, file), "[", file,
        "] \"mlp_bias\" is true: only false is supported.");
  const auto activation = value_or<std::string>(config, "hidden_act", "silu", file);
  check(activation == "silu", "[", file, "] the activation \"", activation,
        "\" is not supported: expected silu.");
  const std::string writes = class_name(type, Output::kNext), reads = class_name(type, Output::kStates);
  for (const auto& name : value_or<std::vector<std::string>>(config, "architectures", {}, file))
    check(name == writes || name == reads, "[", file, "] the architecture \"", name,
          "\" is not supported: expected one of ", writes, ", ", reads, ".");
}

// How rotary positions are stretched: "rope_scaling", in files of newer versions "rope_parameters", which
// hold theta, too.
RotaryTurns read_turns(const json& config, double theta, const std::string& file) {
  RotaryTurns turns{theta};
  for (const char* key : {"rope_scaling", "rope_parameters"}) {
    const auto found = config.find(key);
    if (found == config.end()) continue;
    const json& rope = *found;
    const auto refuse = [&] {
      fail("[", file, "] \"", key, "\" is ", rope.dump(),
           ": expected null, or the type default, linear or llama3 with the numbers that belong to it.");
    };
    if (!rope.is_object() || rope.contains("partial_rotary_factor")) refuse();
    const json type = rope.value("rope_type", rope.value("type", json("default")));
    const auto number = [&](const char* name) {
      if (!rope.contains(name) || !rope[name].is_number() || rope[name].get<double>() <= 0) refuse();
      return rope[name].get<double>();
    };
    if (rope.contains("rope_theta")) turns.theta = number("rope_theta");
    if (type == "default" && !rope.contains("factor")) continue;
    if (type != "linear" && type != "llama3") refuse();
    turns.factor = number("factor");
    if (type == "linear") continue;
    turns.low = number("low_freq_factor"), turns.high = number("high_freq_factor");
    turns.places = number("original_max_position_embeddings");
    if (turns.low >= turns.high) refuse();
  }
  return turns;
}

// Texts as long as what a query sees of it at all: up to there nothing is cut off.
int64_t longest_text(const json& config, const LlamaConfig& c, bool slides, const std::string& file) {
  if (!value_or<bool>(config, "use_sliding_window", slides, file)) return c.positions;
  return std::min(c.positions, value_or<int64_t>(config, "sliding_window", c.positions, file));
}

constexpr Library kLlamaLibrary = {llama_layout, read_piece_encoder, WeightFiles::of, load_library_weights};

constexpr Architecture llama() {
  Architecture entry{"llama"};
  entry.make = [](const json& config, const std::string& file, const NetworkSizes&,
                  std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
    return std::make_unique<Llama>(LlamaConfig::from(config, file), seed, dtype);
  };
  entry.fields = []() -> const FieldList& { return LlamaConfig::fields(); };
  entry.complete = [](const json& model, const std::string& file) {
    const LlamaConfig c = LlamaConfig::from(model, file);
    json complete = write_fields(LlamaConfig::fields(), &c);
    complete["architecture"] = "llama";
    complete.erase("vocab_size");  // it is the texts'
    return complete;
  };
  entry.library = &kLlamaLibrary;
  return entry;
}

}  // namespace

const Fields<LlamaConfig>& LlamaConfig::fields() {
  using C = LlamaConfig;
  static const auto described =
      Fields<C>()
          .number("vocab_size", &C::V, {1, 10'000'000}, "Pieces of the vocabulary.")
          .number("hidden_size", &C::D, kWidthBounds, "Width of a token's state.")
          .number("num_hidden_layers", &C::layers, {1, 1024}, "Layers, one on top of the other.")
          .number("num_attention_heads", &C::heads, kWidthBounds, "Heads of queries of each layer.")
          .number("num_key_value_heads", &C::key_heads, {0, 1 << 16},
                  "Heads of keys and values, each shared by as many of queries; 0: one for each.")
          .number("head_dim", &C::head_width, {0, 1 << 16},
                  "Width of a head; 0: the width of the states, shared by the heads.")
          .number("intermediate_size", &C::feed_forward, {1, 1 << 20}, "Units of a feed-forward part.")
          .number("max_position_embeddings", &C::positions, {1, 1 << 24}, "Tokens of the longest text.")
          .number("rms_norm_eps", &C::epsilon, {0, 1}, "Added to the mean square in norms.")
          .number("rope_theta", &C::theta, {1, 1e12}, "The slowest turn of the rotary positions.")
          .flag("attention_bias", &C::biases, "Biases of queries, keys, values and what joins the heads.")
          .flag("tie_word_embeddings", &C::tied, "Whether scores are read off the table of words.")
          .number("initializer_range", &C::deviation, {0, 1}, "Standard deviation of the first weights.");
  return described;
}

LlamaConfig LlamaConfig::from(const json& given, const std::string& file) {
  json config = without_nulls(given);
  // A recipe's says nothing of it.
  const LibraryLayout::Type& type =
      is_of_library(config) ? llama_layout().type_of(config, file) : llama_layout().types.front();
  check_llama(config, type, file);
  LlamaConfig c = read_as(config, fields(), file, "", Beside::kAnything);
  c.turns = read_turns(config, c.theta, file);
  c.theta = c.turns.theta;
  c.joins_with_bias = c.biases;
  if (type.model_type == "qwen2") c.biases = true, c.joins_with_bias = false;
  c.norms_heads = type.model_type == "qwen3";
  c.positions = longest_text(config, c, type.model_type == "mistral", file);
  if (c.key_heads == 0) c.key_heads = c.heads;
  if (c.head_width == 0) {
    check(c.D % c.heads == 0, "[", file, "] the width ", c.D, " cannot be shared by ", c.heads, " heads.");
    c.head_width = c.D / c.heads;
  }
  check(c.heads % c.key_heads == 0 && c.head_width % 2 == 0, "[", file, "] ", c.heads, " heads of width ",
        c.head_width, " cannot share ", c.key_heads,
        " heads of keys: expected a multiple, and an even width.");
  return c;
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
        {"out", "lm_head"}}},
      {{"bos_token_id", "<s>"}, {"eos_token_id", "</s>"}}};
  return layout;
}

constinit const Architecture kLlama = llama();

}  // namespace heed
