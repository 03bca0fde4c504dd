// GPT-NeoX against a forward pass in float64 by others, its weights under the library's names, its
// config.json key by key.
#include "engine/nn/partial_rotary.h"
#include "tests/engine/models/hub_decoder.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;

namespace {

const HubDecoder& neox() {
  static const HubDecoder hub{kGptNeoX, "gpt_neox_tiny"};
  return hub;
}

}  // namespace

TEST_CASE("GPT-NeoX's states, maps, scores, and what it writes", "[oracle][models][gpt-neox]") {
  check_passes(neox());
}

TEST_CASE("GPT-NeoX's weights go back under the library's names, head by head", "[models][gpt-neox]") {
  check_stored(neox(), 0);
}

TEST_CASE("A layer with parallel parts, whose heads turn in part: gradients", "[nn][gpt-neox]") {
  Parameters parameters(3, DType::kFloat64);
  const nn::PartStart start{{Init::kNormal, 0, 0.5}, {Init::kNormal, 0, 0.5}};
  const nn::TransformerLayer layer(
      parameters, "layer",
      {.attention = {.D = 10,
                     .heads = 2,
                     .turn = nn::partial_rotary,
                     .causal = true,
                     .start = start,
                     .keep = Keep::kFloat32},
       .feed_forward = {.F = 7, .activation = Activation::kGelu, .start = start, .keep = Keep::kFloat32},
       .norm_first = true,
       .parallel = true});
  const Op f = [&](Context& ctx, const std::vector<Variable>& x) {
    return layer(
        ctx, x.front(),
        {.texts = Spans::packed({3, 2}), .angles = rotary_angles(ctx, 3, 2, {10000}, DType::kFloat64)});
  };
  const std::vector<Tensor> x = {random_tensor({5, 10}, 11)};
  CHECK(relative_difference(gradients_of(f, x, 77, 1).front(), numeric_gradient(f, x, 0, 77)) <= 1e-6);
}

TEST_CASE("GPT-NeoX's config.json: every key is read, harmless, or refused by name", "[models][gpt-neox]") {
  const json turns = {{"rope_type", "default"}, {"rope_theta", 50.0}, {"partial_rotary_factor", 0.5}};
  const Changes read = {{"vocab_size", 70},
                        {"hidden_size", 64},
                        {"num_hidden_layers", 1},
                        {"num_attention_heads", 4},
                        {"intermediate_size", 40},
                        {"hidden_act", "relu"},
                        {"rotary_pct", 0.5},
                        {"rotary_emb_base", 50.0},
                        {"rope_parameters", turns},
                        {"rope_scaling", {{"type", "linear"}, {"factor", 4.0}}},
                        {"max_position_embeddings", 40},
                        {"layer_norm_eps", 0.1},
                        {"initializer_range", 0.5},
                        {"attention_dropout", 0.5},
                        {"hidden_dropout", 0.5},
                        {"use_parallel_residual", false},
                        {"attention_bias", false},
                        {"tie_word_embeddings", true}};
  const Changes refused = {{"architectures", {"GPTNeoXForSequenceClassification"}},
                           {"hidden_act", "mish"},
                           {"num_attention_heads", 5},
                           {"rotary_pct", 0.2},
                           {"rope_scaling", {{"type", "longrope"}}},
                           {"rope_parameters", "default"}};
  // What texts begin and end with is read beside the network (models/writing_rules.h).
  check_keys(neox(), read, refused,
             {"bos_token_id", "eos_token_id", "pad_token_id", "use_cache", "classifier_dropout",
              "torch_dtype", "dtype", "transformers_version", "is_decoder"});
}

TEST_CASE("GPT-NeoX's settings in the files of version 5", "[models][gpt-neox]") {
  json older = neox().config(), newer = older;
  older["rotary_pct"] = 0.5, older["rotary_emb_base"] = 300;
  newer.erase("rotary_pct"), newer.erase("rotary_emb_base");
  newer["rope_parameters"] = {{"rope_theta", 300}, {"partial_rotary_factor", 0.5}};
  const auto turns = [](const json& config) { return causal_of(kGptNeoX, config)->config().rope; };
  CHECK((turns(older).turned == 8 && turns(newer).turned == 8));
  CHECK((turns(older).turns.theta == 300 && turns(newer).turns.theta == 300));
  newer["rope_parameters"] = json::object();
  CHECK(turns(newer).turned == 4);  // a quarter, unless the file says more
}
