// Gemma 2 against a forward pass in float64 by others, its weights under the library's names, its config.json
// key by key.
#include "engine/nn/capped_weights.h"
#include "tests/engine/models/hub_decoder.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;

namespace {

const HubDecoder& gemma2() {
  static const HubDecoder hub{kGemma2, "gemma2_tiny"};
  return hub;
}

}  // namespace

TEST_CASE("Gemma 2's states, maps, scores, and what it writes", "[oracle][models][gemma2]") {
  check_passes(gemma2());
}

// 1 + w - 1 is w but for the rounding of the sum.
TEST_CASE("Gemma 2's weights go back under the library's names", "[models][gemma2]") {
  check_stored(gemma2(), 2.4e-7);
}

TEST_CASE("A layer with soft caps and a window that norms what it adds: gradients", "[nn][gemma2]") {
  Parameters parameters(3, DType::kFloat64);
  const nn::PartStart start{{Init::kNormal, 0, 0.5}, {Init::kNormal, 0, 0.5}};
  const nn::TransformerLayer layer(parameters, "layer",
                                   {.attention = {.D = 8,
                                                  .heads = 2,
                                                  .capped = nn::capped_weights,
                                                  .cap = 1.5,
                                                  .causal = true,
                                                  .reach = 1,
                                                  .start = start,
                                                  .keep = Keep::kFloat32},
                                    .feed_forward = {.F = 7, .start = start, .keep = Keep::kFloat32},
                                    .norm = {.kind = nn::NormKind::kRms},
                                    .norm_first = true,
                                    .norms_added = true});
  const Op f = [&](Context& ctx, const std::vector<Variable>& x) {
    return layer(ctx, x.front(), {.texts = Spans::packed({4, 2})});
  };
  const std::vector<Tensor> x = {random_tensor({6, 8}, 11)};
  CHECK(relative_difference(gradients_of(f, x, 77, 1).front(), numeric_gradient(f, x, 0, 77)) <= 1e-6);
}

TEST_CASE("Gemma 2's config.json: every key is read, harmless, or refused by name", "[models][gemma2]") {
  const char *full = "full_attention", *slides = "sliding_attention";
  const Changes read = {{"vocab_size", 70},
                        {"hidden_size", 24},
                        {"num_hidden_layers", 1},
                        {"num_attention_heads", 6},
                        {"num_key_value_heads", 1},
                        {"head_dim", 8},
                        {"intermediate_size", 40},
                        {"hidden_activation", "silu"},
                        {"max_position_embeddings", 40},
                        {"rms_norm_eps", 0.1},
                        {"rope_theta", 50.0},
                        {"rope_parameters", {{"rope_type", "default"}, {"rope_theta", 50.0}}},
                        {"rope_scaling", {{"type", "linear"}, {"factor", 4.0}}},
                        {"query_pre_attn_scalar", 1},
                        {"sliding_window", 2},
                        {"layer_types", {full, slides, full}},
                        {"attn_logit_softcapping", 0.001},
                        {"final_logit_softcapping", nullptr},
                        {"initializer_range", 0.5},
                        {"attention_dropout", 0.5},
                        {"attention_bias", true},
                        {"tie_word_embeddings", false}};
  const Changes refused = {{"architectures", {"Gemma2ForSequenceClassification"}},
                           {"hidden_activation", "mish"},
                           {"num_attention_heads", 5},
                           {"use_bidirectional_attention", true},
                           {"sliding_window", 0},
                           {"sliding_window", nullptr},
                           {"query_pre_attn_scalar", 0},
                           {"attn_logit_softcapping", -1},
                           {"layer_types", {full}},
                           {"partial_rotary_factor", 0.5},
                           {"rope_scaling", {{"type", "longrope"}}}};
  // The library does not read hidden_act here. What texts begin and end with is read beside the network.
  check_keys(gemma2(), read, refused,
             {"bos_token_id", "eos_token_id", "pad_token_id", "use_cache", "cache_implementation",
              "hidden_act", "torch_dtype", "dtype", "transformers_version"});
}

TEST_CASE("Gemma 2's defaults, where a file does not say", "[models][gemma2]") {
  json config = gemma2().config();
  for (const char* key : {"attn_logit_softcapping", "final_logit_softcapping", "query_pre_attn_scalar",
                          "sliding_window", "head_dim"})
    config.erase(key);
  const CausalConfig c = causal_of(kGemma2, config)->config();
  CHECK((c.attention_cap == 50 && c.score_cap == 30 && c.head_width == 256 && c.sharpness == 1 && c.tied));
  CHECK(c.reaches == std::vector<int64_t>{4095, -1, 4095});
  config["attn_logit_softcapping"] = config["final_logit_softcapping"] = nullptr;
  const CausalConfig none = causal_of(kGemma2, config)->config();
  CHECK((none.attention_cap == 0 && none.score_cap == 0));
}
