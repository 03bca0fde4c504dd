// The models of attribution_lstm.safetensors and attribution_bert.safetensors, and their sentences: ids, no
// words.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/explain/intervene.h"
#include "engine/explain/subject_edits.h"
#include "engine/format/json.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/bert.h"
#include "engine/models/recurrent_classifier.h"
#include "tests/engine/tensor/oracle.h"

namespace heed::test {

inline double absolute(const std::vector<double>& got, const Tensor& want) {
  if (static_cast<int64_t>(got.size()) != want.count()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (int64_t i = 0; i < want.count(); ++i) {
    const double difference = std::abs(got[static_cast<size_t>(i)] - element(want, i));
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

// max|a - b| / max|b|.
inline double apart(const std::vector<double>& got, const Tensor& want) {
  return absolute(got, want) / std::max(largest(want), 1e-300);
}

// Ids are all that is read; 1 is the unknown one.
class IdsAlone final : public TextToIds {
 public:
  EncodedText encode(std::string_view, std::vector<Preprocessing::StepText>*) const override { return {}; }
  int64_t size() const override { return 50; }
  std::optional<int32_t> id_of(std::string_view) const override { return std::nullopt; }
  std::string token_of(int64_t id) const override { return std::to_string(id); }
  int unknown() const override { return 1; }
};

inline EncodedText text_of(const Tensor& ids, const Tensor& types = {}) {
  EncodedText text;
  for (int64_t n = 0; n < ids.count(); ++n) {
    const int32_t id = ids.data<int32_t>()[n];
    text.ids.push_back(id);
    if (types.defined()) text.types.push_back(types.data<int32_t>()[n]);
    TextToken token;
    token.text = std::to_string(id);
    token.start = n;
    token.end = n + 1;
    text.tokens.push_back(token);
  }
  return text;
}

// A network on the CPU with what explains it.
struct Explainable {
  std::unique_ptr<Network> network;
  IdsAlone texts;
  Device device = cpu::device();
  Poisoned memory;

  explain::Subject subject() { return {*network, texts, device, memory}; }
};

// Biases and the weights of norms are drawn as well: as they begin, they would show nothing.
inline Explainable with_drawn_biases(std::unique_ptr<Network> network) {
  uint32_t nth = 0;
  for (const Variable& parameter : network->parameters().all()) {
    const Tensor& values = parameter.value();
    for (int64_t i = 0; values.shape().rank() == 1 && i < values.count(); ++i)
      set_element(values, i, element(values, i) + uniform(5, 0, nth, static_cast<uint32_t>(i)) - 0.5);
    ++nth;
  }
  Explainable made;
  made.network = std::move(network);
  return made;
}

// Rows and columns of zeros behind those that are there.
inline Tensor widened(const Tensor& given, int64_t rows, int64_t columns) {
  Tensor wide = Tensor::zeros({rows, columns}, given.dtype());
  const int64_t width = given.shape().columns();
  for (int64_t i = 0; i < given.count(); ++i)
    set_element(wide, i / width * columns + i % width, element(given, i));
  return wide;
}

inline std::vector<explain::Edit> edits(const std::vector<std::string>& texts) {
  std::vector<explain::Edit> all;
  for (const std::string& text : texts) all.push_back(explain::parse_edit(text));
  return all;
}

// The text's logits under edits of words, maps and states.
inline std::vector<double> logits_under(const explain::Subject& subject, const EncodedText& text,
                                        const std::vector<std::string>& changes,
                                        const EncodedText* other = nullptr) {
  const std::vector<explain::Edit> all = edits(changes);
  return explain::logits_of(explain::under(subject, all, other),
                            {explain::with_words_edited(subject.text, text, all)})
      .values;
}

inline Explainable attribution_lstm(const Oracle& io) {
  RecurrentClassifier::Config c;
  c.cell = "lstm";
  c.embedding = 16;
  c.hidden = 8;
  c.bidirectional = true;
  c.pooling = "additive";
  c.head_hidden = 0;
  c.dropout = 0;
  Explainable made;
  made.network = std::make_unique<RecurrentClassifier>(c, NetworkSizes{50, 0, 0, 2}, std::nullopt);
  std::map<std::string, Tensor> weights;
  for (const auto& [name, tensor] : io.tensors())
    if (name.rfind("lstm.", 0) == 0) weights[name] = tensor;
  weights["embedding.weight"] = io["embed.weight"];
  weights["classifier.weight"] = io["out.weight"];
  weights["classifier.bias"] = io["out.bias"];
  // Its attention is 12 wide and has no bias.
  weights["pooling.hidden.weight"] = widened(io["W"], 16, 16);
  weights["pooling.hidden.bias"] = Tensor::zeros({16}, DType::kFloat32);
  weights["pooling.score.weight"] = widened(io["v"], 1, 16);
  made.network->parameters().load(weights, "attribution_lstm");
  return made;
}

inline Explainable attribution_bert(const Oracle& io) {
  const std::string file = "bert_tiny_config.json";
  BertConfig c = read_bert_config(bert_family(), parse_json(read_file(fixture_path(file)), file), file);
  c.head = BertHead::kClassification;
  c.labels = {"first", "second"};
  Explainable made;
  made.network = std::make_unique<Bert>(c, std::nullopt);
  std::map<std::string, Tensor> stored = Oracle("bert_tiny_model").tensors(), weights;
  for (const char* name : {"classifier.weight", "classifier.bias"}) stored[name] = io[name];
  std::vector<std::string> names;
  for (const auto& [name, tensor] : stored) names.push_back(name);
  for (const auto& [name, place] : find_weights(bert_family().layout.names, names))
    if (made.network->parameters().has(name)) weights[name] = stored.at(place.name);
  made.network->parameters().load(weights, "attribution_bert");
  return made;
}

}  // namespace heed::test
