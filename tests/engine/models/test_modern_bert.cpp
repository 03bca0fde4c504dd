// ModernBERT against PyTorch: every state, every attention weight, logits, loss and gradients; its heads, its
// config.json, its weights under the library's names, and its first ones.
#include "engine/models/modern_bert.h"

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

nlohmann::json modern_config() {
  return parse_json(read_file(fixture_path("modernbert_tiny_config.json")), "modernbert_tiny");
}

// The tensors of both shards, or both files of gradients.
std::map<std::string, Tensor> together(const std::string& first, const std::string& second,
                                       const std::string& prefix) {
  std::map<std::string, Tensor> all;
  for (const std::string& file : {first, second})
    for (const auto& [name, tensor] : std::map(Oracle(file).tensors()))
      all[name.substr(prefix.size())] = tensor;
  return all;
}

std::map<std::string, Tensor> stored_model() {
  return together("modernbert_tiny_model-00001-of-00002", "modernbert_tiny_model-00002-of-00002", "");
}

// By our names, as the library's files have them.
std::map<std::string, Tensor> by_names_of(const Network& network,
                                          const std::map<std::string, Tensor>& stored) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : stored) names.push_back(name);
  std::map<std::string, Tensor> ours;
  for (const auto& [name, place] : find_weights(modern_bert_layout().names, names))
    for (const Variable& parameter : network.parameters().all())
      if (parameter.node().name == name) ours[name] = place.ours(stored.at(place.name));
  return ours;
}

std::unique_ptr<Network> made(const nlohmann::json& config, std::optional<uint64_t> seed = {}) {
  return kModernBert.make(config, "c", {}, seed, DType::kFloat32);
}

nlohmann::json with_class(const char* suffix) {
  nlohmann::json config = modern_config();
  config["architectures"] = {std::string("ModernBert") + suffix};
  return config;
}

// The oracle's texts lie one after the other already.
TextBatch texts_of(const Oracle& io) {
  const Tensor lengths = io.ids("flat.lengths");
  TextBatch batch;
  batch.ids = io.ids("flat.input_ids");
  batch.sentences = Spans::packed(lengths.values<int32_t>());
  return batch;
}

}  // namespace

TEST_CASE("PyTorch: ModernBERT's states, weights and logits", "[oracle][models][modern-bert]") {
  const Oracle io("modernbert_tiny_io");
  const auto network = made(modern_config());
  network->parameters().load(by_names_of(*network, stored_model()), "modernbert_tiny");
  const TextBatch batch = texts_of(io);
  for (const bool watched : {true, false}) {
    Bench bench(false);
    if (watched) bench.trace.watch("");
    bench.ctx.trace = &bench.trace;
    CHECK(absolute_difference(network->forward(bench.ctx, batch).value(), io["out.mlm_logits"]) <= 1e-4);
    if (!watched) continue;
    CHECK(relative_difference(*bench.trace.find("embeddings"), io["out.embeddings"]) <= kForward);
    REQUIRE(network->attention().size() == 4);
    for (const AttentionPoint& point : network->attention()) {
      const std::string layer = std::to_string(point.layer);
      CAPTURE(layer);
      CHECK(point.reach == (point.layer % 3 == 0 ? -1 : 4));
      CHECK(relative_difference(*bench.trace.find("encoder." + layer), io["out.hidden." + layer]) <=
            kForward);
      const Tensor& found = *bench.trace.find(point.name);
      int64_t first = 0;
      for (const std::string text : {".seq0", ".seq1"}) {
        const Tensor& want = io["out.attention." + layer + text];
        CHECK(absolute_difference(found.rows(first, want.count()).reshaped(want.shape()), want) <= 1e-5);
        first += want.count();
      }
    }
  }
}

TEST_CASE("PyTorch: the gradients of ModernBERT's masked words", "[oracle][models][modern-bert]") {
  const Oracle io("modernbert_tiny_io");
  const auto network = made(modern_config());
  network->parameters().load(by_names_of(*network, stored_model()), "modernbert_tiny");
  TextBatch batch = texts_of(io);
  std::vector<int32_t> places, wanted;
  const std::vector<int32_t> labels = io.ids("flat.labels").values<int32_t>();
  for (size_t n = 0; n < labels.size(); ++n)
    if (labels[n] >= 0) {
      places.push_back(static_cast<int32_t>(n));
      wanted.push_back(labels[n]);
    }
  const auto M = static_cast<int64_t>(places.size());
  batch.places = Tensor::of<int32_t>({M}, places);
  Bench bench;
  const Variable loss =
      cross_entropy(bench.ctx, network->forward(bench.ctx, batch), Tensor::of<int32_t>({M}, wanted));
  CHECK(relative_difference(loss.value(), io["out.loss"].reshaped({1})) <= kForward);
  bench.tape.backward(loss);
  const auto gradients =
      by_names_of(*network, together("modernbert_tiny_grad1", "modernbert_tiny_grad2", "grad."));
  REQUIRE(gradients.size() == network->parameters().all().size());
  for (const auto& [name, want] : gradients) {
    CAPTURE(name);
    CHECK(relative_difference(dense_gradient(network->parameters().find(name)), want) <= kGradient);
  }
}

TEST_CASE("ModernBERT's weights go back under the names that they came with", "[models][modern-bert]") {
  const auto network = made(modern_config());
  const auto stored = stored_model();
  const auto ours = by_names_of(*network, stored);
  const auto back = stored_weights(modern_bert_layout().names, ours, false);
  REQUIRE(back.size() == stored.size());
  for (const auto& [name, tensor] : stored) {
    CAPTURE(name);
    CHECK(identical(back.at(name), tensor));
  }
  const auto bare = made(with_class("Model"));
  const auto encoder = stored_weights(modern_bert_layout().names, by_names_of(*bare, stored), true);
  CHECK(encoder.count("layers.1.attn.Wqkv.weight") == 1);
  CHECK(encoder.size() == stored.size() - 3);  // without head and decoder
}

TEST_CASE("ModernBERT's heads: a text's first state or their mean, tokens, answers, none",
          "[models][modern-bert]") {
  const Oracle io("modernbert_tiny_io");
  const TextBatch batch = texts_of(io);
  auto answer = [&](const nlohmann::json& config, Output output) {
    const auto network = made(config, 5);
    CHECK(network->output() == output);
    Bench bench(false);
    return network->forward(bench.ctx, batch).value();
  };
  CHECK(answer(with_class("Model"), Output::kStates).shape() == Shape{33, 32});
  CHECK(answer(with_class("ForTokenClassification"), Output::kTokens).shape() == Shape{33, 2});
  CHECK(answer(with_class("ForQuestionAnswering"), Output::kSpans).shape() == Shape{33, 2});
  nlohmann::json classes = with_class("ForSequenceClassification");
  classes["id2label"] = {{"0", "a"}, {"1", "b"}, {"2", "c"}};
  const Tensor by_mean = answer(classes, Output::kTexts);
  classes["classifier_pooling"] = "cls";
  const Tensor by_first = answer(classes, Output::kTexts);
  CHECK(by_mean.shape() == Shape{2, 3});
  CHECK(absolute_difference(by_mean, by_first) > 1e-3);

  // The head over a state by itself, as PyTorch has it.
  const auto network = made(modern_config());
  network->parameters().load(by_names_of(*network, stored_model()), "modernbert_tiny");
  const auto bare = made(with_class("Model"));
  bare->parameters().load(by_names_of(*bare, stored_model()), "modernbert_tiny");
  Bench bench(false);
  CHECK(relative_difference(bare->forward(bench.ctx, batch).value(), io["out.final"]) <= kForward);
}

TEST_CASE("what ModernBERT drops while training is said by its config", "[models][modern-bert]") {
  const TextBatch batch = texts_of(Oracle("modernbert_tiny_io"));
  auto logits = [&](const char* key, bool training) {
    nlohmann::json config = with_class("ForSequenceClassification");
    if (key) config[key] = 0.5;
    const auto network = made(config, 5);
    Bench bench(false);
    bench.ctx.training = training;
    bench.ctx.dropout = {1, 2, 0};
    return network->forward(bench.ctx, batch).value();
  };
  const Tensor plain = logits(nullptr, true);
  for (const char* key : {"embedding_dropout", "attention_dropout", "mlp_dropout", "classifier_dropout"}) {
    CAPTURE(key);
    CHECK(identical(logits(key, false), plain));
    CHECK(absolute_difference(logits(key, true), plain) > 1e-5);
  }
}

TEST_CASE("biases are there where config.json says so", "[models][modern-bert]") {
  nlohmann::json config = modern_config();
  auto biases = [&] {
    std::set<std::string> names;
    const auto network = made(config);
    for (const Variable& p : network->parameters().all())
      if (const std::string& name = p.node().name; name.size() > 5 && name.rfind(".bias") == name.size() - 5)
        names.insert(name);
    return names;
  };
  CHECK(biases() == std::set<std::string>{"lm.bias"});
  config["decoder_bias"] = false;
  config["mlp_bias"] = true;
  CHECK(biases().count("encoder.3.feed_forward.in.bias") == 1);
  CHECK(biases().size() == 8);
  config["attention_bias"] = config["norm_bias"] = config["classifier_bias"] = true;
  CHECK(biases().size() == 8 + 4 * 4 + 2 * 4 - 1 + 2 + 2);
}

TEST_CASE("ModernBERT's first weights: cut off, smaller where they add to the residual stream",
          "[models][modern-bert]") {
  const auto network = made(modern_config(), 11);
  auto spread = [&](const char* name) {
    const Tensor& w = network->parameters().find(name).value();
    double squares = 0;
    for (int64_t i = 0; i < w.count(); ++i) squares += element(w, i) * element(w, i);
    return std::pair(std::sqrt(squares / static_cast<double>(w.count())), largest(w));
  };
  // A normal distribution that is cut off at 2 deviations has 0.88 of them.
  const double adding = 0.02 / std::sqrt(2.0 * 4);
  for (const auto& [name, deviation] :
       {std::pair("embeddings.words.weight", 0.02), std::pair("encoder.1.attention.query.weight", 0.02),
        std::pair("encoder.0.feed_forward.in.weight", 0.02),
        std::pair("encoder.2.attention.out.weight", adding),
        std::pair("encoder.3.feed_forward.out.weight", adding), std::pair("head.dense.weight", adding)}) {
    CAPTURE(name);
    const auto [found, most] = spread(name);
    CHECK(found == Approx(0.8796 * deviation).epsilon(0.06));
    CHECK(most <= 2 * deviation);
    CHECK(most > 1.9 * deviation);
  }
  CHECK(largest(network->parameters().find("lm.bias").value()) == 0);
  nlohmann::json classes = with_class("ForSequenceClassification");
  classes["num_labels"] = 40;
  const double out = largest(made(classes, 11)->parameters().find("classifier.weight").value());
  CHECK(out <= 2 / std::sqrt(32.0));
  CHECK(out > 1.9 / std::sqrt(32.0));
}

TEST_CASE("config.json in the words of newer releases of the library", "[models][modern-bert]") {
  nlohmann::json config = modern_config();
  for (const char* key : {"global_attn_every_n_layers", "global_rope_theta", "local_rope_theta"})
    config.erase(key);
  config["layer_types"] = {"full_attention", "sliding_attention", "full_attention", "sliding_attention"};
  config["rope_parameters"] = {{"full_attention", {{"rope_type", "default"}, {"rope_theta", 70000.0}}},
                               {"sliding_attention", {{"rope_type", "default"}, {"rope_theta", 500.0}}}};
  const ModernBertConfig c = read_modern_bert_config(config, "c");
  CHECK(c.global_every == 2);
  CHECK(c.global_theta == 70000);
  CHECK(c.local_theta == 500);
  config["layer_types"][3] = "full_attention";
  CHECK(contains(message_of([&] { read_modern_bert_config(config, "c"); }), "full_attention at layer 3"));
  config["layer_types"] = {"full_attention"};
  config["rope_parameters"]["full_attention"]["rope_type"] = "yarn";
  CHECK(contains(message_of([&] { read_modern_bert_config(config, "c"); }), "\"rope_type\" is \"yarn\""));
  nlohmann::json one_theta = modern_config();
  one_theta["local_rope_theta"] = nullptr;
  CHECK(read_modern_bert_config(one_theta, "c").local_theta == 160000);
}

TEST_CASE("a ModernBERT that cannot be is refused by name", "[models][modern-bert]") {
  auto refused = [](const char* key, const nlohmann::json& value) {
    nlohmann::json config = modern_config();
    config[key] = value;
    return message_of([&] { made(config); });
  };
  CHECK(contains(refused("num_attention_heads", 3), "[c] the hidden size 32 cannot be shared by 3 heads"));
  CHECK(contains(refused("num_attention_heads", 32), "of an even width"));
  CHECK(contains(refused("hidden_activation", "mish"), "the activation \"mish\" is not supported"));
  CHECK(contains(refused("classifier_pooling", "max"), "expected cls or mean"));
  CHECK(contains(refused("architectures", {"ModernBertForMultipleChoice"}),
                 "expected one of ModernBertModel, ModernBertForMaskedLM"));
}

TEST_CASE("a recipe begins a ModernBERT in the library's own words", "[models][modern-bert]") {
  const nlohmann::json recipe = {{"architecture", "modern-bert"},
                                 {"hidden_size", 16},
                                 {"num_hidden_layers", 2},
                                 {"num_attention_heads", 2},
                                 {"intermediate_size", 8}};
  const nlohmann::json complete = complete_model_config(recipe, "r");
  CHECK(complete["architecture"] == "modern-bert");
  CHECK(complete["hidden_size"] == 16);
  CHECK(complete["global_attn_every_n_layers"] == 3);
  CHECK(complete["norm_bias"] == false);
  CHECK(contains(message_of([&] {
                   nlohmann::json other = recipe;
                   other["hidden"] = 3;
                   complete_model_config(other, "r");
                 }),
                 "\"model.hidden\" is not a setting of modern-bert"));
  CHECK_FALSE(complete.contains("vocab_size"));

  // The keys are the library's: with its name in place of ours it is a folder's config.json.
  nlohmann::json folder = complete;
  folder.erase("architecture");
  folder["model_type"] = "modernbert";
  folder["architectures"] = {"ModernBertForMaskedLM"};
  folder["vocab_size"] = 70;
  CHECK(&architecture_of(folder, "f") == &kModernBert);
  const auto words = made(folder, 1);
  CHECK(words->output() == Output::kWords);
  CHECK(words->vocabulary() == 70);
  CHECK(words->parameters().find("embeddings.words.weight").shape() == Shape{70, 16});
  CHECK(words->multiply_adds(10) == 10 * 2 * (4 * 16 * 16 + 3 * 16 * 8));
}
