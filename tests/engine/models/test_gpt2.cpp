// GPT-2 against PyTorch: every state, every attention weight, scores, loss and gradients, and the same token
// by token with what has been read kept; its config.json, its weights under the library's names.
#include "engine/base/file.h"
#include "engine/format/json.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/models/writing_networks.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

nlohmann::json tiny_config() {
  return parse_json(read_file(fixture_path("gpt2_tiny_config.json")), "gpt2_tiny");
}

std::map<std::string, Tensor> gpt2_weights(const std::string& fixture, const std::string& prefix = "") {
  return in_our_names(rules_of(kGpt2), Oracle(fixture).tensors(), prefix);
}

std::unique_ptr<CausalNetwork> tiny(DType dtype = DType::kFloat32, std::optional<uint64_t> seed = {}) {
  return causal_of(kGpt2, tiny_config(), seed, dtype);
}

std::unique_ptr<CausalNetwork> tiny_trained() {
  auto network = tiny();
  REQUIRE(gpt2_weights("gpt2_tiny_model").size() == network->parameters().all().size());
  network->parameters().load(gpt2_weights("gpt2_tiny_model"), "gpt2_tiny");
  return network;
}

const std::string kGpt2Texts[] = {"text0.", "text1."};

}  // namespace

TEST_CASE("PyTorch: GPT-2's states, weights and scores", "[oracle][models][gpt2]") {
  const Oracle io("gpt2_tiny_io");
  const auto network = tiny_trained();
  REQUIRE(network->attention().size() == 2);
  for (const std::string& text : kGpt2Texts) {
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
      const Tensor& want = io[text + "attention." + layer];
      CHECK(relative_difference(*bench.trace.find("decoder." + layer), io[text + "hidden." + layer]) <=
            kForward);
      CHECK(absolute_difference(bench.trace.find(point.name)->reshaped(want.shape()), want) <= 1e-5);
      CHECK(point.causal);
    }
  }
}

TEST_CASE("PyTorch: GPT-2 token by token, with what it has read kept", "[oracle][models][gpt2]") {
  const Oracle io("gpt2_tiny_io");
  const auto network = tiny_trained();
  for (const std::string& text : kGpt2Texts) {
    Bench bench(false);
    nn::Past past(network->layers());
    auto next = [&](const std::vector<int32_t>& ids) {
      return network->scores(bench.ctx, network->states(bench.ctx, text_of(ids), &past)).value();
    };
    const std::vector<int32_t> ids = io.ids(text + "ids").values<int32_t>();
    for (size_t n = 0; n < ids.size(); ++n)
      CHECK(relative_difference(next({ids[n]}),
                                io[text + "logits_cached"].rows(static_cast<int64_t>(n), 1)) <= kForward);
    CHECK(past[1].length() == static_cast<int64_t>(ids.size()));

    // The whole text at once, and on from there.
    for (nn::KeyValues& layer : past) layer.cut(0);
    Tensor scores = next(ids);
    CHECK(relative_difference(scores, io[text + "logits"]) <= kForward);
    const std::vector<int32_t> wanted = io.ids(text + "greedy").values<int32_t>();
    for (size_t s = 0; s < wanted.size(); ++s) {
      CHECK(relative_difference(scores.rows(scores.size(0) - 1, 1),
                                io[text + "greedy_logits"].rows(static_cast<int64_t>(s), 1)) <= kForward);
      REQUIRE(last_likeliest(scores) == wanted[s]);
      scores = next({wanted[s]});
    }
    const std::string refused = message_of([&] { next({1, 2}); });
    CHECK(contains(refused, "2 tokens follow " + std::to_string(ids.size() + wanted.size())));
  }
}

TEST_CASE("PyTorch: the gradients of GPT-2's next words", "[oracle][models][gpt2]") {
  const Oracle io("gpt2_tiny_io");
  const auto network = tiny_trained();
  std::vector<int32_t> ids, lengths, places, wanted;
  for (const std::string& text : kGpt2Texts) {
    const std::vector<int32_t> one = io.ids(text + "ids").values<int32_t>();
    for (size_t n = 0; n + 1 < one.size(); ++n) {
      places.push_back(static_cast<int32_t>(ids.size() + n));
      wanted.push_back(one[n + 1]);
    }
    ids.insert(ids.end(), one.begin(), one.end());
    lengths.push_back(static_cast<int32_t>(one.size()));
  }
  TextBatch batch = text_of(ids);
  batch.sentences = Spans::packed(lengths);
  const auto M = static_cast<int64_t>(places.size());
  batch.places = Tensor::of<int32_t>({M}, places);
  for (const bool recompute : {false, true}) {
    Bench bench;
    bench.ctx.recompute = recompute;
    network->parameters().clear_grads();
    const Variable loss =
        cross_entropy(bench.ctx, network->forward(bench.ctx, batch), Tensor::of<int32_t>({M}, wanted));
    CHECK(relative_difference(loss.value(), io["out.loss"].reshaped({1})) <= kForward);
    bench.tape.backward(loss);
    const std::map<std::string, Tensor> gradients = gpt2_weights("gpt2_tiny_grad", "grad.");
    REQUIRE(gradients.size() == network->parameters().all().size());
    for (const auto& [name, want] : gradients) {
      CAPTURE(name, recompute);
      const Tensor found = dense_gradient(network->parameters().find(name));
      const bool zero = contains(name, "key.bias");  // softmax does not see what all keys have in common
      CHECK(
          (zero ? absolute_difference(found, want) <= 1e-6 : relative_difference(found, want) <= kGradient));
    }
  }
}

TEST_CASE("A causal layer's gradients, by differences in float64", "[nn][gpt2]") {
  Parameters parameters(3, DType::kFloat64);
  const nn::PartStart start{{Init::kNormal, 0, 0.5}, {Init::kNormal, 0, 0.5}};
  const nn::TransformerLayer layer(
      parameters, "layer",
      {.attention = {.D = 4, .heads = 2, .causal = true, .start = start},
       .feed_forward = {.F = 6, .activation = Activation::kGeluTanh, .start = start},
       .norm_first = true});
  const Op f = [&](Context& ctx, const std::vector<Variable>& x) {
    return layer(ctx, x.front(), {.texts = Spans::packed({3, 2})});
  };
  const std::vector<Tensor> x = {random_tensor({5, 4}, 11)};
  CHECK(relative_difference(gradients_of(f, x, 77, 1).front(), numeric_gradient(f, x, 0, 77)) <= 1e-6);
}

TEST_CASE("GPT-2's first weights are the library's", "[models][gpt2]") {
  const auto network = tiny(DType::kFloat32, 1);
  auto deviation = [&](const std::string& name) {
    const Tensor x = network->parameters().find(name).value();
    double sum = 0;
    for (int64_t i = 0; i < x.count(); ++i) sum += element(x, i) * element(x, i);
    return std::sqrt(sum / static_cast<double>(x.count()));
  };
  CHECK(deviation("decoder.0.attention.query.weight") == Approx(0.02).epsilon(0.1));
  CHECK(deviation("decoder.1.feed_forward.out.weight") == Approx(0.01).epsilon(0.1));  // 0.02 / √(2 · 2)
  CHECK(deviation("decoder.1.feed_forward.out.bias") == 0);
}

TEST_CASE("GPT-2's config.json: what is not done is named", "[models][gpt2]") {
  auto refused = [](const nlohmann::json& change) {
    nlohmann::json config = tiny_config();
    config.merge_patch(change);
    return message_of([&] { causal_of(kGpt2, config); });
  };
  CHECK(refused({{"n_inner", nullptr}}).empty());
  CHECK(contains(refused({{"add_cross_attention", true}}), "only false is supported"));
  CHECK(contains(refused({{"n_head", 5}}), "the width 32 cannot be shared by 5 heads"));
  CHECK(contains(refused({{"activation_function", "mish"}}), "mish"));
  CHECK(contains(refused({{"architectures", {"GPT2DoubleHeadsModel"}}}), "expected one of GPT2LMHeadModel"));
  CHECK(tiny()->config().feed_forward == 128);
  // The library's common names, which count before the family's own.
  const CausalConfig common = causal_of(kGpt2, {{"hidden_size", 36},
                                                {"num_hidden_layers", 2},
                                                {"num_attention_heads", 6},
                                                {"n_head", 12},
                                                {"max_position_embeddings", 47}})
                                  ->config();
  CHECK((common.D == 36 && common.layers == 2 && common.heads == 6 && common.positions == 47));
}

TEST_CASE("GPT-2's weights go back under the library's names", "[models][gpt2]") {
  const auto network = tiny_trained();
  const std::map<std::string, Tensor> stored =
      stored_weights(rules_of(kGpt2), network->parameters().values(), false);
  const Oracle given("gpt2_tiny_model");
  REQUIRE(stored.size() == given.tensors().size());
  for (const auto& [name, want] : given.tensors()) {
    CAPTURE(name);
    REQUIRE(stored.count(name) == 1);
    CHECK(stored.at(name).values<float>() == want.values<float>());
  }
}

TEST_CASE("GPT-2 with sharper or flatter attention, or a last matrix of its own", "[models][gpt2]") {
  const auto plain = tiny_trained();
  const std::vector<int32_t> ids = {5, 3, 9, 1};
  Bench bench(false);
  const auto scores = [&](const CausalNetwork& network) {
    return network.forward(bench.ctx, text_of(ids)).value();
  };
  const auto with = [&](const nlohmann::json& change, const std::map<std::string, Tensor>& weights) {
    nlohmann::json config = tiny_config();
    config.merge_patch(change);
    const auto network = causal_of(kGpt2, config);
    network->parameters().load(weights, "c");
    return scores(*network);
  };
  // Queries times a number are scores times it.
  const auto sharper = [&](const std::vector<double>& by) {
    std::map<std::string, Tensor> weights = plain->parameters().values();
    for (size_t l = 0; l < by.size(); ++l)
      for (const char* part : {".weight", ".bias"}) {
        Tensor& query = weights["decoder." + std::to_string(l) + ".attention.query" + part];
        query = query.clone();
        for (int64_t i = 0; i < query.count(); ++i) query.data<float>()[i] *= static_cast<float>(by[l]);
      }
    return weights;
  };
  const auto own = plain->parameters().values();
  const double root = std::sqrt(static_cast<double>(plain->config().D / plain->config().heads));
  CHECK(relative_difference(with({{"scale_attn_by_inverse_layer_idx", true}}, own),
                            with(nlohmann::json::object(), sharper({1, 0.5}))) <= kForward);
  CHECK(relative_difference(with({{"scale_attn_weights", false}}, own),
                            with(nlohmann::json::object(), sharper({root, root}))) <= kForward);
  auto untied = own;
  untied["out.weight"] = own.at("embeddings.words.weight");
  CHECK(relative_difference(with({{"tie_word_embeddings", false}}, untied), scores(*plain)) <= kForward);
  CHECK(library_place(rules_of(kGpt2), "out.weight", {}).name == "lm_head.weight");
}

TEST_CASE("A text that is longer than GPT-2's positions is refused", "[models][gpt2]") {
  const auto network = tiny_trained();
  Bench bench(false);
  CHECK(contains(message_of([&] { network->forward(bench.ctx, text_of(std::vector<int32_t>(65, 1))); }),
                 "a text of 65 tokens: this model has positions for 64"));
}
