// RoBERTa and ELECTRA with every head of theirs, against PyTorch (tests/fixtures/encoders/make_tiny.py).
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/models/bert.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

Bert open(const std::string& name, const BertFamily& family, const std::string& architecture,
          const Oracle& oracle, Bench& bench) {
  const std::string file = name + "_config.json";
  nlohmann::json config = parse_json(read_file(fixture_path(file)), file);
  config["architectures"] = {architecture};
  std::map<std::string, Tensor> weights;
  for (const auto& [stored, tensor] : oracle.tensors()) {
    const size_t slash = stored.find('/');
    if (slash == std::string::npos || stored.substr(0, slash) == architecture)
      weights[stored.substr(slash == std::string::npos ? 0 : slash + 1)] = tensor;
  }
  std::vector<std::string> names;
  for (const auto& [stored, tensor] : weights) names.push_back(stored);
  const auto places = find_weights(family.layout.names, names);
  Bert bert(read_bert_config(family, config, file), std::nullopt);
  bert.parameters().load_packed({[&](const std::string& wanted) -> std::optional<Tensor> {
                                   const auto found = places.find(wanted);
                                   if (found == places.end()) return std::nullopt;
                                   return weights.at(found->second.name);
                                 },
                                 [](const std::string&) {}},
                                bench.device, file);
  return bert;
}

void compare(const std::string& name, const BertFamily& family, const std::string& architecture) {
  CAPTURE(architecture);
  const Oracle oracle("encoders/" + name);
  Bench bench(false);
  const Bert bert = open("encoders/" + name, family, architecture, oracle, bench);
  bench.trace.watch("");
  bench.ctx.trace = &bench.trace;
  TextBatch batch;
  batch.ids = oracle["in.ids"];
  batch.types = oracle["in.types"];
  batch.sentences = Spans::packed({9});
  const Tensor logits = bert.forward(bench.ctx, batch).value();
  CHECK(relative_difference(*bench.trace.find("encoder.1"), oracle["out.states"]) <= kForward);
  for (const std::string layer : {"0", "1"}) {
    const Tensor& want = oracle["out.attention." + layer];
    const Tensor* got = bench.trace.find("encoder." + layer + ".attention.weights");
    CHECK(absolute_difference(*got, want.reshaped({want.count()})) <= 1e-5);
  }
  const Tensor& want = oracle[architecture + "/out.logits"];
  CHECK(absolute_difference(logits, want.reshaped(logits.shape())) <= 1e-4);
}

}  // namespace

TEST_CASE("PyTorch: RoBERTa and its heads; positions begin behind the padding's id",
          "[oracle][models][bert]") {
  for (const char* head :
       {"ForSequenceClassification", "ForMaskedLM", "ForTokenClassification", "ForQuestionAnswering"})
    compare("roberta_tiny", roberta_family(), std::string("Roberta") + head);
}

TEST_CASE("PyTorch: ELECTRA and its heads; narrow embeddings are projected", "[oracle][models][bert]") {
  for (const char* head :
       {"ForSequenceClassification", "ForPreTraining", "ForTokenClassification", "ForQuestionAnswering"})
    compare("electra_tiny", electra_family(), std::string("Electra") + head);
}

TEST_CASE("RoBERTa takes as many tokens as rows of its table are left", "[models][bert]") {
  Bench bench(false);
  const Oracle oracle("encoders/roberta_tiny");
  const Bert bert = open("encoders/roberta_tiny", roberta_family(), "RobertaForMaskedLM", oracle, bench);
  CHECK(bert.config().first_position == 2);
  CHECK(bert.config().max_tokens() == 12);
  TextBatch batch;
  batch.ids = Tensor::zeros({13}, DType::kInt32);
  batch.sentences = Spans::packed({13});
  CHECK_THROWS_AS(bert.forward(bench.ctx, batch), Error);
}
