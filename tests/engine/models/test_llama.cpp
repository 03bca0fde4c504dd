// Llama against PyTorch: every state, every attention weight, scores, loss and gradients, and the same token
// by token with what has been read kept; its config.json, its weights under the library's names.
// tests/fixtures/llama_tiny.py made what it is held against.
#include "engine/base/file.h"
#include "engine/format/json.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/models/writing_networks.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

nlohmann::json llama_config() {
  return parse_json(read_file(fixture_path("llama_tiny_config.json")), "llama_tiny");
}

std::map<std::string, Tensor> llama_weights(const std::string& fixture) {
  return in_our_names(rules_of(kLlama), Oracle(fixture).tensors());
}

std::unique_ptr<CausalNetwork> tiny_llama() {
  auto network = causal_of(kLlama, llama_config());
  network->parameters().load(llama_weights("llama_tiny_model"), "llama_tiny");
  return network;
}

// tests/fixtures/llama_relatives.py made it, with the library.
std::unique_ptr<CausalNetwork> relative(const std::string& name) {
  const auto config = parse_json(read_file(fixture_path(name + "_tiny_config.json")), name);
  auto network = causal_of(kLlama, config);
  network->parameters().load(llama_weights(name + "_tiny_model"), name);
  return network;
}

const std::string kLlamaTexts[] = {"text0.", "text1."};

}  // namespace

TEST_CASE("PyTorch: Llama's states, weights and scores", "[oracle][models][llama]") {
  const Oracle io("llama_tiny_io");
  const auto network = tiny_llama();
  REQUIRE(network->attention().size() == 2);
  for (const std::string& text : kLlamaTexts) {
    const TextBatch batch = text_of(io.ids(text + "ids").values<int32_t>());
    Bench unwatched(false), bench(false);
    bench.trace.watch("");
    bench.ctx.trace = &bench.trace;
    CHECK(relative_difference(network->forward(unwatched.ctx, batch).value(), io[text + "logits"]) <=
          kForward);
    CHECK(relative_difference(network->forward(bench.ctx, batch).value(), io[text + "logits"]) <= kForward);
    CHECK(relative_difference(*bench.trace.find("embeddings"), io[text + "embeddings"]) <= kForward);
    for (const AttentionPoint& point : network->attention()) {
      const std::string layer = std::to_string(point.layer);
      const Tensor& want = io[text + "layer" + layer + ".weights"];
      CHECK(relative_difference(*bench.trace.find("decoder." + layer), io[text + "layer" + layer]) <=
            kForward);
      CHECK(absolute_difference(bench.trace.find(point.name)->reshaped(want.shape()), want) <= 1e-5);
    }
  }
}

TEST_CASE("PyTorch: Llama token by token, with what it has read kept", "[oracle][models][llama]") {
  const Oracle io("llama_tiny_io");
  const auto network = tiny_llama();
  for (const std::string& text : kLlamaTexts) {
    Bench bench(false);
    nn::Past past(network->layers());
    const auto next = [&](const std::vector<int32_t>& ids) {
      return network->scores(bench.ctx, network->states(bench.ctx, text_of(ids), &past)).value();
    };
    const std::vector<int32_t> ids = io.ids(text + "ids").values<int32_t>();
    for (size_t n = 0; n < ids.size(); ++n)
      CHECK(relative_difference(next({ids[n]}), io[text + "logits"].rows(static_cast<int64_t>(n), 1)) <=
            kForward);
    for (nn::KeyValues& layer : past) layer.cut(0);
    Tensor scores = next(ids);
    for (const int32_t wanted : io.ids(text + "greedy").values<int32_t>()) {
      REQUIRE(last_likeliest(scores) == wanted);
      scores = next({wanted});
    }
    CHECK(contains(message_of([&] { next({1, 2}); }), "2 tokens follow"));
    CHECK(contains(message_of([&] { network->forward(bench.ctx, text_of(std::vector<int32_t>(65, 1))); }),
                   "positions for 64"));
  }
}

TEST_CASE("PyTorch: the gradients of Llama's next words", "[oracle][models][llama]") {
  const Oracle io("llama_tiny_io");
  const auto network = tiny_llama();
  const bool recompute = GENERATE(false, true);
  network->parameters().clear_grads();
  for (const std::string& text : kLlamaTexts) {  // the gradients of both losses add up
    const std::vector<int32_t> ids = io.ids(text + "ids").values<int32_t>();
    TextBatch batch = text_of(ids);
    std::vector<int32_t> places;
    for (size_t n = 0; n + 1 < ids.size(); ++n) places.push_back(static_cast<int32_t>(n));
    batch.places = Tensor::list(places);
    Bench bench;
    bench.ctx.recompute = recompute;
    const Variable loss = cross_entropy(bench.ctx, network->forward(bench.ctx, batch),
                                        Tensor::list(std::vector<int32_t>(ids.begin() + 1, ids.end())));
    CHECK(relative_difference(loss.value(), io[text + "loss"]) <= kForward);
    bench.tape.backward(loss);
  }
  const std::map<std::string, Tensor> gradients = llama_weights("llama_tiny_grad");
  REQUIRE(gradients.size() == network->parameters().all().size());
  for (const auto& [name, want] : gradients) {
    CAPTURE(name, recompute);
    CHECK(relative_difference(dense_gradient(network->parameters().find(name)), want) <= kGradient);
  }
}

TEST_CASE("A Llama layer's gradients, by differences in float64", "[nn][llama]") {
  Parameters parameters(3, DType::kFloat64);
  const nn::PartStart start{{Init::kNormal, 0, 0.5}, {Init::kNormal, 0, 0.5}};
  const nn::NormSizes norm{.epsilon = 1e-6, .kind = nn::NormKind::kRms};
  nn::TransformerSizes sizes{.attention = {.D = 6,
                                           .width = 8,
                                           .heads = 4,
                                           .key_heads = 2,
                                           .has_bias = GENERATE(false, true),
                                           .out_has_bias = false,
                                           .causal = true,
                                           .start = start,
                                           .keep = Keep::kFloat32},
                             .feed_forward = {.F = 5,
                                              .kind = nn::FeedForwardKind::kTwoGated,
                                              .activation = Activation::kSilu,
                                              .has_bias = false,
                                              .start = start,
                                              .keep = Keep::kFloat32},
                             .norm = norm,
                             .norm_first = true};
  if (sizes.attention.has_bias) sizes.attention.head_norm = norm;
  const nn::TransformerLayer layer(parameters, "layer", sizes);
  const Op f = [&](Context& ctx, const std::vector<Variable>& x) {
    return layer(
        ctx, x.front(),
        {.texts = Spans::packed({3, 2}), .angles = rotary_angles(ctx, 3, 2, {10000}, DType::kFloat64)});
  };
  const std::vector<Tensor> x = {random_tensor({5, 6}, 11)};
  CHECK(relative_difference(gradients_of(f, x, 77, 1).front(), numeric_gradient(f, x, 0, 77)) <= 1e-6);
  sizes.attention.key_heads = 3;
  CHECK(contains(message_of([&] { nn::TransformerLayer(parameters, "other", sizes); }),
                 "cannot share 3 heads"));
}

TEST_CASE("Llama's config.json: what is not done is named", "[models][llama]") {
  const auto refused = [](const nlohmann::json& change) {
    nlohmann::json config = llama_config();
    config.merge_patch(change);
    return message_of([&] { causal_of(kLlama, config); });
  };
  CHECK(refused({{"num_key_value_heads", nullptr}}).empty());
  CHECK(refused({{"rope_scaling", {{"type", "yarn"}, {"factor", 2}}}}).empty());
  CHECK(contains(refused({{"rope_parameters", {{"rope_type", "llama3"}, {"factor", 8}}}}),
                 "low_freq_factor missing"));
  CHECK(contains(refused({{"rope_scaling", "long"}}), "expected null"));
  CHECK(refused({{"rope_scaling", {{"rope_type", "default"}}}}).empty());
  nlohmann::json newer = llama_config();
  newer.erase("rope_theta");
  newer["rope_parameters"] = {{"rope_type", "default"}, {"rope_theta", 500000.0}};
  CHECK(causal_of(kLlama, newer)->config().theta == 500000);
  CHECK(refused({{"mlp_bias", true}, {"hidden_act", "gelu"}}).empty());
  CHECK(contains(refused({{"hidden_act", "mish"}}), "the activation \"mish\" is not supported"));
  CHECK(contains(refused({{"num_attention_heads", 5}}), "the width 24 cannot be shared by 5 heads"));
  CHECK(contains(refused({{"num_key_value_heads", 4}}), "cannot share 4 heads"));
  CHECK(contains(refused({{"architectures", {"MistralForCausalLM"}}}), "expected one of LlamaForCausalLM"));
  const CausalConfig c = causal_of(kLlama, llama_config())->config();
  CHECK(c.head_width == 4);
  CHECK(c.key_heads == 2);
}

TEST_CASE("The library: what Llama 3, Qwen and Mistral make of a text, all at once and token by token",
          "[oracle][models][llama]") {
  const std::string name = GENERATE("llama3", "llama_linear", "qwen2", "qwen3", "mistral");
  CAPTURE(name);
  const auto network = relative(name);
  const Oracle io(name + "_tiny_io");
  for (const std::string& text : kLlamaTexts) {
    const std::vector<int32_t> ids = io.ids(text + "ids").values<int32_t>();
    Bench bench(false);
    bench.trace.watch("");
    bench.ctx.trace = &bench.trace;
    CHECK(relative_difference(network->forward(bench.ctx, text_of(ids)).value(), io[text + "logits"]) <=
          kForward);
    CHECK(relative_difference(*bench.trace.find("decoder.0"), io[text + "state1"]) <= kForward);
    for (const AttentionPoint& point : network->attention()) {
      const Tensor& want = io[text + "layer" + std::to_string(point.layer) + ".weights"];
      CHECK(absolute_difference(bench.trace.find(point.name)->reshaped(want.shape()), want) <= 1e-5);
    }
    Bench unwatched(false);
    nn::Past past(network->layers());
    const auto next = [&](const std::vector<int32_t>& given) {
      return network->scores(unwatched.ctx, network->states(unwatched.ctx, text_of(given), &past)).value();
    };
    Tensor scores = next(ids);
    for (const int32_t wanted : io.ids(text + "greedy").values<int32_t>()) {
      REQUIRE(last_likeliest(scores) == wanted);
      scores = next({wanted});
    }
  }
}

TEST_CASE("Llama's relatives: older files, windows, names", "[models][llama]") {
  nlohmann::json config = parse_json(read_file(fixture_path("llama3_tiny_config.json")), "c");
  config["rope_scaling"] = config["rope_parameters"];
  config["rope_theta"] = config["rope_scaling"].at("rope_theta");
  config["rope_scaling"].erase("rope_theta");
  config.erase("rope_parameters");
  const CausalConfig c = causal_of(kLlama, config)->config();
  const RotaryTurns& turns = c.rope.turns;
  CHECK(
      (turns.theta == 10000 && turns.factor == 8 && turns.low == 1 && turns.high == 4 && turns.places == 64));
  CHECK(contains(message_of([&] {
                   config["architectures"] = {"Qwen2ForCausalLM"};
                   causal_of(kLlama, config);
                 }),
                 "expected one of LlamaForCausalLM, LlamaModel"));
  for (const char* name : {"qwen2", "qwen3"}) {
    const auto network = relative(name);
    const auto stored = stored_weights(rules_of(kLlama), network->parameters().values(), false);
    const Oracle given(name + std::string("_tiny_model"));
    for (const auto& [key, want] : given.tensors()) {
      CAPTURE(key);
      REQUIRE(stored.count(key) == 1);
      CHECK(absolute_difference(stored.at(key), want) == 0);
    }
  }
}

TEST_CASE("Windows of Mistral and Qwen: which layers have one", "[models][llama]") {
  using Reaches = std::vector<int64_t>;
  nlohmann::json config = parse_json(read_file(fixture_path("mistral_tiny_config.json")), "c");
  config["num_hidden_layers"] = 3;
  config.erase("architectures");
  const auto reaches = [&](const nlohmann::json& changes) {
    nlohmann::json changed = config;
    changed.update(changes);
    return causal_of(kLlama, changed)->config().reaches;
  };
  CHECK(reaches({{"sliding_window", 16}}) == Reaches{15, 15, 15});
  CHECK(reaches({{"sliding_window", nullptr}}).empty());
  config["model_type"] = "qwen2";
  config["sliding_window"] = 16;
  CHECK(reaches({{"max_window_layers", 0}}).empty());  // unless use_sliding_window says so
  config["use_sliding_window"] = true;
  CHECK(reaches(nlohmann::json::object()) == Reaches{-1, -1, -1});
  CHECK(reaches({{"max_window_layers", 1}}) == Reaches{-1, 15, 15});
  const char *full = "full_attention", *slides = "sliding_attention";
  CHECK(reaches({{"layer_types", {slides, full, slides}}}) == Reaches{15, -1, 15});
  CHECK(contains(message_of([&] { reaches({{"layer_types", {slides}}}); }), "has 1 entries"));
  CHECK(contains(message_of([&] {
                   reaches({{"layer_types", {slides, full, "linear"}}});
                 }),
                 "linear at layer 2"));
  config["model_type"] = "qwen3";
  config.erase("head_dim");
  CHECK(causal_of(kLlama, config)->config().head_width == 128);
  CHECK(reaches({{"max_window_layers", 2}}) == Reaches{-1, -1, 15});
}

// Turns say how far apart two tokens are alone: what a single layer with a window sees of the last token is
// what it sees of a text that begins with the window.
TEST_CASE("A window sees what a text cut to it would, at once and token by token", "[models][llama]") {
  nlohmann::json config = llama_config();
  config["num_hidden_layers"] = 1;
  CausalConfig c = causal_of(kLlama, config)->config();
  const std::vector<int32_t> ids = {5, 3, 9, 1, 7, 2, 8, 4}, last = {2, 8, 4};
  const CausalNetwork whole(c, 7);
  c.reaches = {2};
  const CausalNetwork windowed(c, 7);
  Bench bench(false);
  const Tensor cut = whole.forward(bench.ctx, text_of(last)).value().rows(2, 1);
  const Tensor all = windowed.forward(bench.ctx, text_of(ids)).value();
  CHECK(relative_difference(all.rows(7, 1), cut) <= kForward);
  CHECK(relative_difference(whole.forward(bench.ctx, text_of(ids)).value().rows(7, 1), cut) > 1e-3);
  nn::Past past(1);
  for (size_t n = 0; n < ids.size(); ++n)
    CHECK(relative_difference(
              windowed.scores(bench.ctx, windowed.states(bench.ctx, text_of({ids[n]}), &past)).value(),
              all.rows(static_cast<int64_t>(n), 1)) <= kForward);
}

TEST_CASE("Llama's weights go back under the library's names, tied or not", "[models][llama]") {
  const auto network = tiny_llama();
  const std::map<std::string, Tensor> stored =
      stored_weights(rules_of(kLlama), network->parameters().values(), false);
  const Oracle given("llama_tiny_model");
  REQUIRE(stored.size() == given.tensors().size());
  for (const auto& [name, want] : given.tensors()) {
    CAPTURE(name);
    REQUIRE(stored.count(name) == 1);
    CHECK(absolute_difference(stored.at(name), want) == 0);
  }
  nlohmann::json config = llama_config();
  config["tie_word_embeddings"] = true;
  const auto tied = causal_of(kLlama, config, 1);
  CHECK(tied->parameters().all().size() + 1 == network->parameters().all().size());
  Bench bench(false);
  CHECK(tied->forward(bench.ctx, text_of({1, 2, 3})).shape() == Shape{3, 96});
}
