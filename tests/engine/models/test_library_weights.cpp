// Files of other makers: what is read of them beside the usual weights, what is not used, and what is
// refused.
#include "engine/models/library_weights.h"

#include "engine/format/json.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/bert.h"
#include "engine/models/sequence_transformer.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;

namespace {

using Tensors = std::map<std::string, Tensor>;

WeightFiles files_of(const Tensors& tensors) {
  return WeightFiles::of("m", {{"model.safetensors", write_safetensors(tensors)}});
}

struct Opened {
  std::unique_ptr<Network> network;
  LoadedWeights loaded;
};

Opened open(const json& config, const Tensors& tensors) {
  const Architecture& architecture = architecture_of(config, "c");
  Opened opened{architecture.make(config, "c", {}, std::nullopt, DType::kFloat32), {}};
  opened.loaded = load_library_weights(*opened.network, architecture.library->layout(), files_of(tensors),
                                       cpu::device(), false, "m/model.safetensors");
  return opened;
}

// A translator's first weights, under the library's names.
json translator(const char* type = "marian") {
  return {{"model_type", type},           {"vocab_size", 12},      {"d_model", 8},
          {"encoder_layers", 1},          {"decoder_layers", 1},   {"encoder_attention_heads", 2},
          {"encoder_ffn_dim", 10},        {"decoder_ffn_dim", 10}, {"decoder_attention_heads", 2},
          {"max_position_embeddings", 16}};
}

Tensors first_weights(const json& config) {
  const Architecture& architecture = architecture_of(config, "c");
  const auto network = architecture.make(config, "c", {}, 7, DType::kFloat32);
  return library_weights(architecture.library->layout(), network->output(), network->parameters().values());
}

std::vector<float> scores_of(const Network& network) {
  TextBatch batch;
  batch.ids = Tensor::list<int32_t>({3, 4, 5});
  batch.sentences = Spans::packed({3});
  batch.target_ids = Tensor::list<int32_t>({0, 6});
  batch.targets = Spans::packed({2});
  Bench bench(false);
  return network.forward(bench.ctx, batch).value().values<float>();
}

Tensor counting(const Shape& shape, float step) {
  Tensor tensor(shape, DType::kFloat32);
  for (int64_t i = 0; i < tensor.count(); ++i) tensor.data<float>()[i] = step * static_cast<float>(i % 7);
  return tensor;
}

json fixture_config(const std::string& name) {
  return parse_json(read_file(fixture_path(name + "_config.json")), name);
}

// Rows one further down: the last of them first.
Tensor moved_down(const Tensor& rows) {
  Tensor moved = rows.clone();
  const int64_t V = rows.size(0), width = rows.count() / V;
  for (int64_t v = 0; v < V; ++v)
    std::copy_n(rows.data<float>() + v * width, width, moved.data<float>() + (v + 1) % V * width);
  return moved;
}

std::vector<float> word_scores(const Network& network) {
  TextBatch batch;
  batch.ids = Tensor::list<int32_t>({2, 7, 4, 9, 3});
  batch.sentences = Spans::packed({5});
  batch.places = Tensor::list<int32_t>({2});
  Bench bench(false);
  return network.forward(bench.ctx, batch).value().values<float>();
}

}  // namespace

TEST_CASE("final_logits_bias is added to the scores, kept and not trained", "[models][library-weights]") {
  for (const char* type : {"marian", "pegasus"}) {
    CAPTURE(type);
    const json config = translator(type);
    Tensors weights = first_weights(config);
    const Tensor bias = counting({1, 12}, 0.5F);
    REQUIRE(weights.at("final_logits_bias").shape() == Shape{1, 12});
    weights.erase("final_logits_bias");  // files may lack it: zeros
    const Opened without = open(config, weights);
    weights["final_logits_bias"] = bias;
    const Opened with = open(config, weights);
    CHECK(with.loaded.warnings.empty());
    const std::vector<float> plain = scores_of(*without.network), raised = scores_of(*with.network);
    REQUIRE(raised.size() == plain.size());
    for (size_t i = 0; i < plain.size(); ++i)
      CHECK(raised[i] == Approx(plain[i] + bias.data<float>()[i % 12]).margin(1e-6));

    const LibraryLayout& layout = architecture_of(config, "c").library->layout();
    const auto learning = architecture_of(config, "c").make(config, "c", {}, std::nullopt, DType::kFloat32);
    load_for_training(*learning, layout, files_of(weights), false, 1, "m");
    CHECK_FALSE(learning->parameters().find("out.logits_bias").requires_grad());
    CHECK(learning->parameters().count() == without.network->parameters().count());
    const Tensors back = library_weights(layout, Output::kTarget, learning->parameters().values());
    CHECK(identical(back.at("final_logits_bias"), bias));
  }
}

TEST_CASE("a translator may have tables and scores of their own", "[models][library-weights]") {
  json config = translator();
  config["share_encoder_decoder_embeddings"] = false;
  config["decoder_vocab_size"] = 9;
  config["tie_word_embeddings"] = false;
  Tensors weights = first_weights(config);
  CHECK(weights.at("model.encoder.embed_tokens.weight").shape() == Shape{12, 8});
  CHECK(weights.at("model.decoder.embed_tokens.weight").shape() == Shape{9, 8});
  CHECK(weights.at("lm_head.weight").shape() == Shape{9, 8});
  const std::vector<float> before = scores_of(*open(config, weights).network);
  REQUIRE(before.size() == 2 * 9);
  weights["lm_head.weight"] = moved_down(weights.at("lm_head.weight"));
  const std::vector<float> after = scores_of(*open(config, weights).network);
  for (size_t i = 0; i < 9; ++i) CHECK(after[(i + 1) % 9] == Approx(before[i]).margin(1e-6));
  weights.erase("lm_head.weight");
  CHECK(contains(message_of([&] { open(config, weights); }), "the tensor lm_head.weight is missing"));
}

TEST_CASE("a shared table may stand under the names of its uses", "[models][library-weights]") {
  const json config = translator();
  Tensors weights = first_weights(config);
  const std::vector<float> before = scores_of(*open(config, weights).network);
  weights["model.decoder.embed_tokens.weight"] = weights.at("model.shared.weight");
  weights.erase("model.shared.weight");
  const Opened opened = open(config, weights);
  CHECK(scores_of(*opened.network) == before);
  CHECK(opened.loaded.warnings.empty());
}

TEST_CASE("scores of masked words are the file's own where they are not tied", "[models][library-weights]") {
  json config = fixture_config("bert_tiny");
  Tensors weights = Oracle("bert_tiny_model").tensors();
  const std::vector<float> tied = word_scores(*open(config, weights).network);
  config["tie_word_embeddings"] = false;
  CHECK(contains(message_of([&] { open(config, weights); }),
                 "the tensor cls.predictions.decoder.weight is missing"));
  weights["cls.predictions.decoder.weight"] =
      moved_down(weights.at("bert.embeddings.word_embeddings.weight"));
  weights["cls.predictions.bias"] = moved_down(weights.at("cls.predictions.bias"));
  for (const bool both : {false, true}) {  // the bias under one name, under both
    if (both) weights["cls.predictions.decoder.bias"] = weights.at("cls.predictions.bias");
    const Opened opened = open(config, weights);
    const std::vector<float> own = word_scores(*opened.network);
    for (size_t v = 0; v < tied.size(); ++v)
      CHECK(own[(v + 1) % tied.size()] == Approx(tied[v]).margin(1e-5));
    CHECK(opened.loaded.warnings.empty());
  }
  const auto network = architecture_of(config, "c").make(config, "c", {}, std::nullopt, DType::kFloat32);
  const LibraryLayout& layout = architecture_of(config, "c").library->layout();
  load_for_training(*network, layout, files_of(weights), false, 1, "m");
  Tensors back = library_weights(layout, network->output(), network->parameters().values());
  for (const char* name :
       {"cls.predictions.decoder.weight", "cls.predictions.decoder.bias", "cls.predictions.bias"})
    CHECK(identical(back.at(name), weights.at(name)));
}

TEST_CASE("what a file holds and the network does not use is named", "[models][library-weights]") {
  const json config = fixture_config("bert_tiny");
  Tensors weights = Oracle("bert_tiny_model").tensors();
  const Tensor some = counting({2, 2}, 1);
  for (const char* usual : {"bert.embeddings.position_ids", "cls.seq_relationship.weight"})
    weights[usual] = some;
  CHECK(open(config, weights).loaded.warnings.empty());
  weights["classifier.weight"] = some;
  REQUIRE(open(config, weights).loaded.warnings.size() == 1);
  CHECK(open(config, weights).loaded.warnings[0] ==
        "[m/model.safetensors] 1 tensor is not used, because config.json describes no layer that has it: "
        "classifier.weight.");
  for (const char* more : {"bert.encoder.layer.0.attention.self.query.lora_A.weight",
                           "bert.encoder.layer.9.output.dense.bias", "x.scale", "y"})
    weights[more] = some;
  CHECK(open(config, weights).loaded.warnings.at(0) ==
        "[m/model.safetensors] 5 tensors are not used, because config.json describes no layer that has them: "
        "bert.encoder.layer.0.attention.self.query.lora_A.weight, bert.encoder.layer.9.output.dense.bias, "
        "classifier.weight and 2 more.");
}

TEST_CASE("a matrix that config.json ties to the table of words and that differs is named",
          "[models][library-weights]") {
  json config = fixture_config("bert_tiny");
  Tensors weights = Oracle("bert_tiny_model").tensors();
  const Tensor& table = weights.at("bert.embeddings.word_embeddings.weight");
  weights["cls.predictions.decoder.weight"] = table;
  CHECK(open(config, weights).loaded.warnings.empty());
  weights["cls.predictions.decoder.weight"] = moved_down(table);
  REQUIRE(open(config, weights).loaded.warnings.size() == 1);
  CHECK(open(config, weights).loaded.warnings[0] ==
        "[m/model.safetensors] cls.predictions.decoder.weight differs from "
        "bert.embeddings.word_embeddings.weight "
        "and is not used, because config.json ties the two (\"tie_word_embeddings\").");
  config["architectures"] = {"BertModel"};  // it scores no words
  CHECK(open(config, weights).loaded.warnings.empty());
}

TEST_CASE("weights that another program quantised are refused as such", "[models][library-weights]") {
  const json plain = fixture_config("bert_tiny");
  const auto refused = [&](const char* key, const json& value) {
    json config = plain;
    config[key] = value;
    return message_of([&] { check_not_quantised(config, "c"); });
  };
  CHECK(contains(
      refused("quantization_config", {{"quant_method", "gptq"}, {"bits", 4}}),
      "[c] \"quantization_config\" says that the weights were quantised by gptq (4 bits), which Heed "
      "does not read"));
  CHECK(contains(refused("quantization_config", {{"load_in_4bit", true}}), "by bitsandbytes"));
  CHECK(contains(refused("quantization_config", {{"quant_method", "fp8"}}), "by fp8"));
  CHECK(contains(refused("quantization", {{"group_size", 64}, {"bits", 4}}), "by MLX (4 bits)"));
  CHECK(refused("quantization_config", nullptr).empty());
  for (const auto& [name, method] : {std::pair("bert.encoder.layer.0.output.dense.qweight", "GPTQ or AWQ"),
                                     std::pair("bert.encoder.layer.0.output.dense.SCB", "bitsandbytes"),
                                     std::pair("bert.encoder.layer.0.output.dense.weight_scale", "fp8")}) {
    Tensors weights = Oracle("bert_tiny_model").tensors();
    weights[name] = counting({2, 2}, 1);
    const std::string message = message_of([&] { open(plain, weights); });
    CHECK(contains(message, method));
    CHECK(contains(message, name));
  }
}

TEST_CASE("names of classes may be numbers", "[models][library-weights]") {
  const json config = {{"id2label", {{"0", 0}, {"1", 1.5}, {"2", true}, {"3", nullptr}, {"4", "x"}}}};
  CHECK(read_labels(config, "c") == std::vector<std::string>{"0", "1.5", "True", "None", "x"});
  CHECK(contains(message_of([] {
                   read_labels({{"id2label", {{"1", "a"}, {"2", "b"}}}}, "c");
                 }),
                 "2 names and none for class 0"));
}

TEST_CASE("a typed padding token has the padding's position in RoBERTa, and is not counted",
          "[models][library-weights]") {
  const json config = fixture_config("encoders/roberta_tiny");
  const auto network = architecture_of(config, "c").make(config, "c", {}, std::nullopt, DType::kFloat32);
  const auto padding = config.value("pad_token_id", 1);
  TextBatch batch;
  batch.ids = Tensor::list<int32_t>({0, 5, padding, 6, 2, 7, padding});
  batch.sentences = Spans::packed({5, 2});
  CHECK(network->ids_of(batch).front().values<int32_t>() ==
        std::vector<int32_t>{padding + 1, padding + 2, padding, padding + 3, padding + 4, padding + 1,
                             padding});
  CHECK(dynamic_cast<const Bert&>(*network).config().words_activation == Activation::kGelu);
}
