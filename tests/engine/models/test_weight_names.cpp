// Weights under the library's names, in its layout, and back.
#include "engine/models/weight_names.h"

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/models/bert.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

std::vector<std::string> names_of(const std::map<std::string, Tensor>& tensors) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : tensors) names.push_back(name);
  return names;
}

// What the rules make of a file: our names, and every tensor in our layout.
std::map<std::string, Tensor> as_ours(const WeightRules& rules, const std::map<std::string, Tensor>& stored) {
  std::map<std::string, Tensor> ours;
  for (const auto& [name, place] : find_weights(rules, names_of(stored)))
    ours[name] = place.ours(stored.at(place.name));
  return ours;
}

void check_equal(const std::map<std::string, Tensor>& a, const std::map<std::string, Tensor>& b) {
  CHECK(names_of(a) == names_of(b));
  for (const auto& [name, tensor] : a) {
    CAPTURE(name);
    if (const auto other = b.find(name); other != b.end()) CHECK(identical(tensor, other->second));
  }
}

// Those that a network of `architecture` has, by our names.
std::map<std::string, Tensor> weights_of(const BertFamily& family, nlohmann::json config,
                                         const std::string& architecture,
                                         const std::map<std::string, Tensor>& stored) {
  config["architectures"] = {architecture};
  const Bert bert(read_bert_config(family, config, "config.json"), std::nullopt);
  const auto all = as_ours(family.layout.names, stored);
  std::map<std::string, Tensor> weights;
  for (const Variable& parameter : bert.parameters().all())
    weights[parameter.node().name] = all.at(parameter.node().name);
  return weights;
}

nlohmann::json library_config(const std::string& name) {
  return parse_json(read_file(fixture_path(name + "_config.json")), name);
}

}  // namespace

TEST_CASE("names of weights, old and new, with and without a prefix", "[models][names]") {
  const std::tuple<const BertFamily*, const char*, const char*> cases[] = {
      {&bert_family(), "bert.embeddings.LayerNorm.gamma", "embeddings.norm.weight"},
      {&bert_family(), "embeddings.LayerNorm.beta", "embeddings.norm.bias"},
      {&bert_family(), "bert.encoder.layer.11.attention.self.query.weight",
       "encoder.11.attention.query.weight"},
      {&roberta_family(), "roberta.encoder.layer.0.attention.output.LayerNorm.bias",
       "encoder.0.attention_norm.bias"},
      {&electra_family(), "electra.encoder.layer.2.output.LayerNorm.weight",
       "encoder.2.feed_forward_norm.weight"},
      {&electra_family(), "electra.embeddings_project.weight", "embeddings.projection.weight"},
      {&distilbert_family(), "distilbert.transformer.layer.5.ffn.lin2.bias",
       "encoder.5.feed_forward.out.bias"},
      {&distilbert_family(), "distilbert.transformer.layer.5.output_layer_norm.weight",
       "encoder.5.feed_forward_norm.weight"},
      {&bert_family(), "cls.predictions.transform.LayerNorm.gamma", "lm.norm.weight"},
      {&bert_family(), "cls.predictions.bias", "lm.bias"},
      {&roberta_family(), "lm_head.layer_norm.bias", "lm.norm.bias"},
      {&distilbert_family(), "vocab_projector.bias", "lm.bias"},
      {&distilbert_family(), "pre_classifier.weight", "classifier.dense.weight"},
      {&roberta_family(), "classifier.dense.weight", "classifier.dense.weight"},
      {&roberta_family(), "classifier.out_proj.bias", "classifier.bias"},
      {&bert_family(), "classifier.bias", "classifier.bias"},
      {&bert_family(), "bert.pooler.dense.weight", "pooler.weight"},
      {&electra_family(), "discriminator_predictions.dense_prediction.weight", "replaced.weight"},
  };
  for (const auto& [family, stored, ours] : cases) {
    CAPTURE(stored);
    const auto found = find_weights(family->layout.names, {stored});
    REQUIRE(found.count(ours) == 1);
    CHECK(found.at(ours).name == stored);
  }
  CHECK(find_weights(bert_family().layout.names, {"something.else", "encoder.layer.x.output.dense.bias"})
            .empty());
  CHECK(is_repeated(bert_family().layout.names, "cls.predictions.decoder.weight"));
}

TEST_CASE("the tiny models' weights go back under the names that they came with", "[models][names]") {
  const auto bert = Oracle("bert_tiny_model").tensors();
  auto expected = bert;
  expected.erase("bert.pooler.dense.weight");  // a masked language model has none
  expected.erase("bert.pooler.dense.bias");
  const WeightRules& rules = bert_family().layout.names;
  check_equal(
      stored_weights(rules, weights_of(bert_family(), library_config("bert_tiny"), "BertForMaskedLM", bert),
                     false),
      expected);
  const auto distil = Oracle("distilbert_tiny_model").tensors();
  check_equal(stored_weights(distilbert_family().layout.names,
                             weights_of(distilbert_family(), library_config("distilbert_tiny"),
                                        "DistilBertForSequenceClassification", distil),
                             false),
              distil);
  for (const auto& [name, tensor] :
       stored_weights(rules, weights_of(bert_family(), library_config("bert_tiny"), "BertModel", bert), true))
    CHECK(identical(tensor, bert.at("bert." + name)));
}

TEST_CASE("every head of RoBERTa and ELECTRA goes back under its names", "[models][names]") {
  for (const auto& [name, family, prefix] :
       {std::tuple(std::string("roberta_tiny"), &roberta_family(), std::string("Roberta")),
        std::tuple(std::string("electra_tiny"), &electra_family(), std::string("Electra"))})
    for (const auto& [head, suffix] : family->heads) {
      const std::string architecture = prefix + suffix;
      CAPTURE(architecture);
      std::map<std::string, Tensor> stored;
      const Oracle oracle("encoders/" + name);
      for (const auto& [key, tensor] : oracle.tensors()) {
        const size_t slash = key.find('/');
        const bool of_encoder = slash == std::string::npos && key.find('.') != std::string::npos &&
                                key.rfind("in.", 0) != 0 && key.rfind("out.", 0) != 0;
        if (of_encoder) stored[key] = tensor;
        if (slash != std::string::npos && key.substr(0, slash) == architecture &&
            key.substr(slash + 1) != "out.logits")
          stored[key.substr(slash + 1)] = tensor;
      }
      const auto weights = weights_of(*family, library_config("encoders/" + name), architecture, stored);
      check_equal(stored_weights(family->layout.names, weights, false), stored);
    }
}

TEST_CASE("a weight may be stored turned over, or as a part of another", "[models][names]") {
  const WeightRules rules = {"transformer.",
                             {{"layer.#.query", "*h.#.attn.c_attn", true, 0, 3},
                              {"layer.#.key", "*h.#.attn.c_attn", true, 1, 3},
                              {"layer.#.value", "*h.#.attn.c_attn", true, 2, 3},
                              {"layer.#.out", "*h.#.attn.c_proj", true}}};
  std::map<std::string, Tensor> stored;
  stored["transformer.h.7.attn.c_attn.weight"] = random_tensor({2, 9}, 1, DType::kFloat32);  // [in, 3 out]
  stored["transformer.h.7.attn.c_attn.bias"] = random_tensor({9}, 2, DType::kFloat32);
  stored["transformer.h.7.attn.c_proj.weight"] = random_tensor({3, 2}, 3, DType::kFloat32);
  const auto ours = as_ours(rules, stored);
  CHECK(ours.at("layer.7.key.weight").shape() == Shape{3, 2});
  const Tensor& all = stored.at("transformer.h.7.attn.c_attn.weight");
  CHECK(ours.at("layer.7.key.weight").data<float>()[2] ==
        all.data<float>()[4]);  // row 1 of key: column 4 of all
  CHECK(ours.at("layer.7.value.bias").data<float>()[0] ==
        stored.at("transformer.h.7.attn.c_attn.bias").data<float>()[6]);
  check_equal(stored_weights(rules, ours, false), stored);
  const StoredWeight key = library_place(rules, "layer.7.key.weight", names_of(stored));
  CHECK(key.name == "transformer.h.7.attn.c_attn.weight");
  CHECK(key.theirs({3, 2}) == Shape{2, 9});
  const StoredWeight bias = library_place(rules, "layer.7.key.bias", {"h.0.attn.c_attn.bias"});
  CHECK(bias.name == "h.7.attn.c_attn.bias");
  CHECK(bias.theirs({3}) == Shape{9});
  CHECK(contains(message_of([&] {
                   stored_weights(rules, {{"layer.7.gate.weight", all}}, false);
                 }),
                 "the library's name of layer.7.gate.weight is not known"));
}
