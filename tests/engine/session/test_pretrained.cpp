// Heads of the BERT family through the session's door, on the tiny models of the fixtures: what the Analysis
// says is what follows from the model's own states.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/session/explaining/explain.h"
#include "engine/session/models/model.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

std::string word_vocabulary() {
  std::string pieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (const char* word : {"who", "walks", "the", "old", "man", "by", "sea"})
    pieces += std::string(word) + "\n";
  for (int i = 12; i < 48; ++i) pieces += "w" + std::to_string(i) + "\n";
  return pieces;
}

// bert_tiny under another head, whose weights are `head`.
std::map<std::string, std::string> folder(const char* architecture,
                                          const std::map<std::string, Tensor>& head = {},
                                          const nlohmann::json& changes = nlohmann::json::object()) {
  nlohmann::json config = parse_json(read_file(fixture_path("bert_tiny_config.json")), "config.json");
  config["architectures"] = {architecture};
  config.update(changes);
  std::map<std::string, Tensor> weights = Oracle("bert_tiny_model").tensors();
  for (const auto& [name, tensor] : head) weights[name] = tensor;
  return {{"config.json", config.dump()},
          {"vocab.txt", word_vocabulary()},
          {"model.safetensors", write_safetensors(weights)}};
}

Model opened(const char* architecture, const std::map<std::string, Tensor>& head = {},
             const nlohmann::json& changes = nlohmann::json::object()) {
  return Model::from_files("tiny", folder(architecture, head, changes));
}

Tensor normal(const Shape& shape, uint64_t seed) {
  return random_tensor(shape, seed, DType::kFloat32);
}

}  // namespace

TEST_CASE("an answer is a span of the text, its score the product of both ends", "[session][bert]") {
  const Model model = opened("BertForQuestionAnswering", {{"qa_outputs.weight", normal({2, 32}, 5)},
                                                          {"qa_outputs.bias", normal({2}, 6)}});
  const std::string text = "the old man walks by the sea";
  const Analysis analysis = model.answer("who walks", text);
  REQUIRE(analysis.answer);
  CHECK(analysis.answer->text ==
        text.substr(static_cast<size_t>(analysis.answer->start),
                    static_cast<size_t>(analysis.answer->end - analysis.answer->start)));
  CHECK(analysis.answer->score > 1.0 / 49);  // seven starts, seven ends: the best is above the mean
  CHECK(analysis.answer->score <= 1);
  CHECK(analysis.tokens.size() == 12);  // [CLS] 2 [SEP] 7 [SEP]
  REQUIRE(analysis.answers.size() > 1);
  CHECK(analysis.answers.front().score == analysis.answer->score);
  for (size_t a = 0; a < analysis.answers.size(); ++a)
    for (size_t b = 0; b < a; ++b) {
      const Answer &worse = analysis.answers[a], &better = analysis.answers[b];
      CHECK(worse.score <= better.score);
      CHECK((worse.end <= better.start || worse.start >= better.end));
    }
  for (size_t n = 0; n < analysis.tokens.size(); ++n)
    CHECK(analysis.tokens[n].question == (n == 1 || n == 2));
  CHECK_FALSE(model.answer("who walks", "").answer);
  CHECK_FALSE(model.analyse(text).prediction);
}

TEST_CASE("each token has a label, and a bias decides where weights are zero", "[session][bert]") {
  const nlohmann::json labels = {{"id2label", {{"0", "O"}, {"1", "NOUN"}, {"2", "VERB"}}}};
  const Model model = opened("BertForTokenClassification",
                             {{"classifier.weight", Tensor::zeros({3, 32}, DType::kFloat32)},
                              {"classifier.bias", Tensor::of<float>({3}, {0, 1, 2})}},
                             labels);
  const Analysis analysis = model.analyse("the old man");
  REQUIRE(analysis.labels.size() == analysis.tokens.size());
  const double p = std::exp(2.0) / (1 + std::exp(1.0) + std::exp(2.0));
  for (const ClassProbability& label : analysis.labels) {
    CHECK(label.label == "VERB");
    CHECK(label.probability == Approx(p).epsilon(1e-6));
  }
}

TEST_CASE("BERT classifies through its pooler", "[session][bert]") {
  const Tensor W = normal({2, 32}, 3), b = normal({2}, 4);
  const std::map<std::string, Tensor> head = {{"classifier.weight", W}, {"classifier.bias", b}};
  const Analysis analysis = opened("BertForSequenceClassification", head).analyse("the old man");
  REQUIRE(analysis.classes.size() == 2);
  CHECK(analysis.classes[0].probability + analysis.classes[1].probability == Approx(1));
  CHECK(analysis.prediction->probability >= 0.5);
  // One label is a yes or no.
  const Analysis one = opened("BertForSequenceClassification",
                              {{"classifier.weight", Tensor::zeros({1, 32}, DType::kFloat32)},
                               {"classifier.bias", Tensor::of<float>({1}, {std::log(3.f)})}},
                              {{"num_labels", 1}})
                           .analyse("the old man");
  CHECK(one.classes.at(0).probability == Approx(0.75));
}

TEST_CASE("a model tells its weights: as many numbers as it has parameters", "[session][bert]") {
  const Model model = opened("BertModel");
  int64_t numbers = 0, bytes = 0;
  for (const ModelWeight& weight : model.weights()) {
    CHECK(weight.type == "F32");
    int64_t count = 1;
    for (const int64_t size : weight.shape) count *= size;
    numbers += count;
    bytes += weight.bytes;
  }
  CHECK(numbers == model.info().parameters);
  CHECK(bytes == 4 * numbers);
}

TEST_CASE("special tokens that are typed are cut off like words", "[session][bert]") {
  const Model model = opened("BertModel");
  std::string text;
  for (int i = 0; i < 40; ++i) text += "[MASK]";
  const Analysis analysis = model.analyse(text);
  CHECK(analysis.tokens.size() == 16);
  CHECK(analysis.total_tokens == 42);
  CHECK(analysis.cut_at == 14 * 6);
  CHECK(analysis.cut_by == "model");
  AnalysisOptions fewer;
  fewer.max_tokens = 9;
  CHECK(model.analyse(text, fewer).cut_by == "max_tokens");
  CHECK(analysis.embedding.size() == 32);
  CHECK(analysis.cls_embedding.size() == 32);
  CHECK(analysis.cls_embedding != analysis.embedding);
  CHECK(contains(message_of([&] { opened("BertForMaskedLM").fill_mask(text); }),
                 "[tiny] a mask stands behind the 16 tokens that the model takes of 42"));
}

TEST_CASE("without attention nothing is recorded, with the last layer only the last", "[session][bert]") {
  const Model model = opened("BertModel");
  AnalysisOptions options;
  options.every_layer = false;
  const Analysis last = model.analyse("the old man", options);
  CHECK(last.attention.at(0).weights.empty());
  CHECK(last.attention.at(1).weights.size() == 4 * 5 * 5);
  CHECK(last.received == model.analyse("the old man").received);
  options.attention = false;
  CHECK(model.analyse("the old man", options).attention.empty());
}

TEST_CASE("damaged weights are one Error that names the file, and the next model opens", "[session][bert]") {
  const char* query = "bert.encoder.layer.0.attention.self.query.weight";
  Tensor nan = normal({32, 32}, 5);
  nan.data<float>()[40] = std::numeric_limits<float>::quiet_NaN();
  auto refused = [](std::map<std::string, std::string> files) {
    return message_of([&] { Model::from_files("tiny", std::move(files)); });
  };
  CHECK(contains(refused(folder("BertModel", {{query, nan}})),
                 std::string("[tiny/model.safetensors: ") + query));
  CHECK(contains(
      refused(folder("BertModel", {{query, Tensor::zeros({32, 32}, DType::kInt32)}})),
      std::string("[tiny/model.safetensors] ") + query + " holds I32: expected F32, F16, BF16, F64 or I8."));
  CHECK(contains(
      refused(folder("BertModel", {{query, normal({32, 31}, 6)}})),
      std::string("[tiny/model.safetensors] ") + query + " is [32, 31]: config.json asks for [32, 32]"));
  auto files = folder("BertModel");
  const std::string whole = files["model.safetensors"];
  for (const size_t part : {whole.size() / 2, size_t{100}, size_t{5}, size_t{0}}) {
    files["model.safetensors"] = whole.substr(0, part);
    CHECK(contains(refused(files), "[tiny/model.safetensors]"));
  }
  files["model.safetensors"] = std::string("\0\0\0\0\0\0\0\x10{}", 10);
  CHECK(contains(refused(files), "[tiny/model.safetensors] claims a header of 1152921504606846976 bytes"));
  CHECK(opened("BertModel").analyse("the old man").embedding.size() == 32);
}

TEST_CASE("what stands beside a vocab.txt counts, and what is not done is a warning", "[session][bert]") {
  auto files = folder("BertForMaskedLM");
  CHECK(Model::from_files("tiny", files).info().warnings.empty());
  files["tokenizer_config.json"] = R"({"mask_token": "w12", "never_split": ["w13"]})";
  const Model model = Model::from_files("tiny", files);
  REQUIRE(model.info().warnings.size() == 1);
  CHECK(contains(model.info().warnings[0], "never_split"));
  CHECK(model.fill_mask("the w12 sea").masks.size() == 1);
  CHECK(to_json(model.info())["warnings"].size() == 1);
}

TEST_CASE("a model tells its mask: the token that the engine itself puts in a word's place",
          "[session][bert]") {
  auto files = folder("BertForSequenceClassification",
                      {{"classifier.weight", normal({2, 32}, 3)}, {"classifier.bias", normal({2}, 4)}});
  CHECK(to_json(Model::from_files("tiny", files).info())["mask"] == "[MASK]");
  files["tokenizer_config.json"] = R"({"mask_token": "w12"})";
  const Model named = Model::from_files("tiny", files);
  CHECK(named.info().mask == "w12");
  ExplainOptions options;
  options.edits = {"token.1.hide"};
  CHECK(session::explain(named, "the old man", options).explained().tokens.at(1).text == "w12");
  // Special tokens around a text, and no mask among them.
  files.erase("tokenizer_config.json");
  std::string& pieces = files["vocab.txt"];
  pieces.replace(pieces.find("[MASK]"), 6, "[HIDE]");
  const Model without = Model::from_files("tiny", files);
  CHECK(without.info().mask.empty());
  CHECK_FALSE(to_json(without.info()).contains("mask"));
  options = {};
  options.methods = {"leave-one-out-masked"};
  CHECK(contains(message_of([&] { session::explain(without, "the old man", options); }),
                 "the vocabulary has no mask"));
}

TEST_CASE("the tokenizer.json that cuts a text is named", "[session][bert]") {
  auto files = folder("BertModel");
  files.erase("vocab.txt");
  nlohmann::json vocabulary = nlohmann::json::object();
  for (const char* word : {"[UNK]", "the", "sea"}) vocabulary[word] = vocabulary.size();
  files["tokenizer.json"] =
      nlohmann::json{{"truncation", {{"max_length", 3}, {"strategy", "LongestFirst"}, {"stride", 0}}},
                     {"pre_tokenizer", {{"type", "Whitespace"}}},
                     {"model", {{"type", "WordLevel"}, {"unk_token", "[UNK]"}, {"vocab", vocabulary}}}}
          .dump();
  const Analysis analysis = Model::from_files("tiny", files).analyse("the sea the sea");
  CHECK(analysis.cut_by == "tokenizer.json");
  CHECK((analysis.tokens.size() == 3 && analysis.total_tokens == 4));
  CHECK(to_json(analysis, false)["cut_by"] == "tokenizer.json");
}

TEST_CASE("a vocabulary in a form that is not read is named", "[session][bert]") {
  auto files = folder("BertModel");
  files.erase("vocab.txt");
  const auto message = [&] { return message_of([&] { Model::from_files("tiny", files); }); };
  CHECK(contains(message(), "[tiny] has neither tokenizer.json nor vocab.txt: a bert model"));
  files["vocab.json"] = "{}";
  files["merges.txt"] = "#version: 0.2\n";
  CHECK(contains(message(), "nor vocab.txt, only vocab.json, merges.txt, which Heed does not read"));
  files["tokenizer.model"] = "";
  CHECK(contains(message(), "tokenizer.model"));
}
