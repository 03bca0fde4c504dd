// BERT learns as PyTorch's does: losses, gradients and weights after steps of AdamW, and what dropout leaves
// out.
#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/models/bert.h"
#include "engine/optim/optimizer.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/models/model_gradients.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

BertConfig tiny(BertHead head, int64_t classes) {
  BertConfig c = read_bert_config(
      bert_family(), parse_json(read_file(fixture_path("bert_tiny_config.json")), "bert_tiny"), "bert_tiny");
  c.head = head;
  c.dropout = c.attention_dropout = 0;
  c.labels.assign(static_cast<size_t>(classes), "label");
  return c;
}

// By our names, those that the network has.
std::map<std::string, Tensor> ours(const Bert& bert, const std::map<std::string, Tensor>& tensors,
                                   const std::string& prefix = "") {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : tensors)
    if (name.rfind(prefix, 0) == 0) names.push_back(name.substr(prefix.size()));
  std::map<std::string, Tensor> found;
  for (const auto& [name, place] : find_weights(bert_family().layout.names, names))
    for (const Variable& parameter : bert.parameters().all())
      if (parameter.node().name == name) found[name] = tensors.at(prefix + place.name);
  return found;
}

// The padded batch [B, T] without its padding.
struct Packed {
  TextBatch batch;
  Tensor labels;  // of the asked places
};
Packed packed(const Oracle& io) {
  const Tensor ids = io.ids("in.input_ids"), types = io.ids("in.token_type_ids"),
               mask = io.ids("in.attention_mask");
  const int64_t B = io["in.input_ids"].size(0), T = io["in.input_ids"].size(1);
  const bool of_tokens = io["in.labels"].count() == B * T;
  const Tensor labels = io.ids("in.labels");
  std::vector<int32_t> kept, kept_types, places, wanted, lengths(static_cast<size_t>(B), 0);
  for (int64_t i = 0; i < B * T; ++i) {
    if (mask.data<int32_t>()[i] == 0) continue;
    if (of_tokens && labels.data<int32_t>()[i] >= 0) {
      places.push_back(static_cast<int32_t>(kept.size()));
      wanted.push_back(labels.data<int32_t>()[i]);
    }
    kept.push_back(ids.data<int32_t>()[i]);
    kept_types.push_back(types.data<int32_t>()[i]);
    ++lengths[static_cast<size_t>(i / T)];
  }
  auto tensor = [](const std::vector<int32_t>& values) {
    return Tensor::of<int32_t>({static_cast<int64_t>(values.size())}, values);
  };
  Packed result;
  result.batch.ids = tensor(kept);
  result.batch.types = tensor(kept_types);
  result.batch.sentences = Spans::packed(lengths);
  if (of_tokens) result.batch.places = tensor(places);
  result.labels = of_tokens ? tensor(wanted) : labels;
  return result;
}

double loss_of(const Bert& bert, const Packed& data, bool backward) {
  Bench bench(backward);
  bench.ctx.training = backward;
  const Variable loss = cross_entropy(bench.ctx, bert.forward(bench.ctx, data.batch), data.labels);
  bert.parameters().clear_grads();
  if (backward) bench.tape.backward(loss);
  return element(loss.value(), 0);
}

void check_training_gradients(const Bert& bert, const Oracle& io) {
  for (const auto& [name, want] : ours(bert, io.tensors(), "grad.")) {
    CAPTURE(name);
    const Tensor got = dense_gradient(bert.parameters().find(name));
    if (name.find(".key.bias") != std::string::npos)
      CHECK(absolute_difference(got, want) <= 1e-6);  // zero in exact arithmetic
    else
      CHECK(relative_difference(got, want) <= kGradient);
  }
}

void check_weights(const Bert& bert, const std::map<std::string, Tensor>& wanted) {
  for (const auto& [name, want] : wanted) {
    CAPTURE(name);
    const bool noise = name.find(".key.bias") != std::string::npos;  // Adam makes steps of the noise
    CHECK(absolute_difference(bert.parameters().find(name).value(), want) <= (noise ? 3e-3 : 2e-5));
  }
}

OptimizerOptions adamw() {
  OptimizerOptions options;
  options.name = "adamw";
  options.weight_decay = 0.01;
  return options;
}

}  // namespace

TEST_CASE("PyTorch: three steps of a masked language model", "[oracle][models][bert]") {
  const Oracle io("bert_tiny_train");
  Bert bert(tiny(BertHead::kMaskedLm, 2), std::nullopt);
  bert.parameters().load(ours(bert, Oracle("bert_tiny_model").tensors()), "bert_tiny");
  const Packed data = packed(io);
  const Device device = cpu::device();
  Optimizer optimizer(bert.parameters(), device, adamw());
  for (int step = 0; step < 3; ++step) {
    CAPTURE(step);
    CHECK(loss_of(bert, data, true) == Approx(element(io["out.losses"], step)).epsilon(1e-5));
    if (step == 0) check_training_gradients(bert, io);
    optimizer.step(1e-3);
    optimizer.catch_up();
    if (step == 0) check_weights(bert, ours(bert, Oracle("bert_tiny_train_step1").tensors(), "step1."));
  }
  check_weights(bert, ours(bert, Oracle("bert_tiny_train_step3").tensors(), "step3."));
  CHECK(loss_of(bert, data, false) == Approx(element(io["out.losses"], 3)).epsilon(1e-4));
}

TEST_CASE("PyTorch: a step of a classifier on top of the pooler", "[oracle][models][bert]") {
  const Oracle io("bert_tiny_cls");
  Bert bert(tiny(BertHead::kClassification, 3), std::nullopt);
  std::map<std::string, Tensor> stored = Oracle("bert_tiny_model").tensors();
  for (const char* name : {"classifier.weight", "classifier.bias"}) stored[name] = io[name];
  bert.parameters().load(ours(bert, stored), "bert_tiny");
  const Packed data = packed(io);
  Bench bench(false);
  CHECK(absolute_difference(bert.forward(bench.ctx, data.batch).value(), io["out.logits"]) <= 1e-5);
  const Device device = cpu::device();
  Optimizer optimizer(bert.parameters(), device, adamw());
  CHECK(loss_of(bert, data, true) == Approx(element(io["out.loss"], 0)).epsilon(1e-5));
  check_training_gradients(bert, io);
  optimizer.step(1e-3);
  optimizer.catch_up();
  check_weights(bert, ours(bert, io.tensors(), "step1."));
  CHECK(loss_of(bert, data, false) == Approx(element(io["out.loss_after"], 0)).epsilon(1e-4));
}

TEST_CASE("gradient: BERT with dropout of states and of attention weights", "[gradient][models][bert]") {
  BertConfig c = tiny(BertHead::kClassification, 3);
  c.V = 9;
  c.D = c.embedding = 8;
  c.heads = 2;
  c.feed_forward = 10;
  c.positions = 4;
  c.deviation = 0.5;
  c.dropout = 0.2;
  c.attention_dropout = 0.3;
  const Bert bert(c, 5, DType::kFloat64);
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({5}, {3, 1, 3, 8, 0});
  batch.sentences = Spans::packed({3, 2});
  check_model_gradients(bert, batch);
}

TEST_CASE("a new head begins as the library's does, and only what is missing is drawn", "[models][bert]") {
  Bert bert(tiny(BertHead::kClassification, 3), std::nullopt);
  const auto stored = ours(bert, Oracle("bert_tiny_model").tensors());
  for (const auto& [name, tensor] : stored) bert.parameters().find(name).node().value = tensor;
  bert.parameters().draw_missing(7);
  for (const auto& [name, tensor] : stored) CHECK(identical(bert.parameters().find(name).value(), tensor));
  const Tensor weight = bert.parameters().find("classifier.weight").value();
  double square = 0;
  for (int64_t i = 0; i < weight.count(); ++i) square += element(weight, i) * element(weight, i);
  CHECK(std::sqrt(square / double(weight.count())) == Approx(0.02).epsilon(0.25));
  for (int64_t c = 0; c < 3; ++c) CHECK(element(bert.parameters().find("classifier.bias").value(), c) == 0);
}
