// The tutorial's model against PyTorch: logits, loss, attention and every gradient.
#include "engine/models/request_classifier.h"

#include "tests/engine/message.h"
#include "tests/engine/models/model_gradients.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int32_t kPad = 1;

RequestClassifier::Config small() {
  RequestClassifier::Config config;
  config.embedding = 16;
  config.attention = 8;
  config.layers = 2;
  return config;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
}

// "encoder.0.feed_forward.in.weight" is the tutorial's "layers.0.ff.0.weight".
std::string tutorial_name(std::string name) {
  for (auto [ours, theirs] : {std::pair{"embedding.", "embed."},
                              {"encoder.", "layers."},
                              {".attention.query.", ".self_attn.q."},
                              {".attention.key.", ".self_attn.k."},
                              {".attention.value.", ".self_attn.v."},
                              {".attention.out.", ".self_attn.out."},
                              {".attention_norm.", ".norm1."},
                              {".feed_forward_norm.", ".norm2."},
                              {".feed_forward.in.", ".ff.0."},
                              {".feed_forward.out.", ".ff.2."}})
    replace(name, ours, theirs);
  return name;
}

// Rows of ids [B, T] without their padding, one after the other.
TextBatch batch_of(const Tensor& ids, int64_t T) {
  std::vector<int32_t> kept, lengths;
  for (int64_t i = 0; i < ids.count(); ++i) {
    if (i % T == 0) lengths.push_back(0);
    if (ids.data<int32_t>()[i] == kPad) continue;
    kept.push_back(ids.data<int32_t>()[i]);
    ++lengths.back();
  }
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(kept.size())}, kept);
  batch.sentences = Spans::packed(lengths);
  return batch;
}

void load(RequestClassifier& model, const Oracle& oracle) {
  std::map<std::string, Tensor> weights;
  for (const Variable& parameter : model.parameters().all()) {
    const std::string& name = parameter.node().name;
    weights[name] = oracle[tutorial_name(name)];
  }
  model.parameters().load(weights, "lesson1_request_classifier");
}

}  // namespace

TEST_CASE("PyTorch: the request classifier, forward", "[oracle][models]") {
  const Oracle oracle("lesson1_request_classifier");
  RequestClassifier model(small(), {30, 0, 0, 2}, 1);
  load(model, oracle);
  const TextBatch batch = batch_of(oracle.ids("in.ids"), 6);
  for (bool packed : {false, true}) {
    Bench bench(false);
    if (packed) model.parameters().pack(bench.device);
    bench.ctx.trace = &bench.trace;
    bench.trace.watch("encoder.1.attention.weights");
    const Variable logits = model.forward(bench.ctx, batch);
    CHECK(relative_difference(logits.value(), oracle["out.logits"]) <= kForward);
    const Tensor* weights = bench.trace.find(model.attention().back().name);
    REQUIRE(weights != nullptr);
    Tensor want = Tensor::zeros(weights->shape(), DType::kFloat32);
    int64_t i = 0;
    for (int64_t b = 0; b < 3; ++b) {
      const int64_t length = batch.sentences.length[static_cast<size_t>(b)];
      for (int64_t t = 0; t < length; ++t)
        for (int64_t s = 0; s < length; ++s, ++i)
          set_element(want, i, element(oracle["out.attention_last"], (b * 6 + t) * 6 + s));
    }
    CHECK(i == weights->count());
    CHECK(relative_difference(*weights, want) <= kForward);
  }
}

TEST_CASE("PyTorch: the request classifier, loss and all gradients", "[oracle][models]") {
  const Oracle oracle("lesson1_request_classifier");
  RequestClassifier model(small(), {30, 0, 0, 2}, 1);
  load(model, oracle);
  Bench bench;
  const Variable logits = model.forward(bench.ctx, batch_of(oracle.ids("in.ids"), 6));
  const Variable loss = cross_entropy(bench.ctx, logits, oracle.ids("in.labels"));
  CHECK(element(loss.value(), 0) == Approx(element(oracle["out.loss"], 0)).epsilon(kForward));
  bench.tape.backward(loss);
  for (const Variable& parameter : model.parameters().all()) {
    const std::string& name = parameter.node().name;
    CAPTURE(name);
    const Tensor gradient = dense_gradient(parameter), want = oracle["grad." + tutorial_name(name)];
    if (contains(name, ".key.bias"))  // zero by mathematics
      CHECK(absolute_difference(gradient, want) <= 1e-6);
    else
      CHECK(relative_difference(gradient, want) <= kGradient);
  }
}

TEST_CASE("gradient: the request classifier as a whole", "[gradient][models]") {
  RequestClassifier::Config config;
  config.embedding = 4;
  config.attention = 4;
  config.heads = 2;
  config.layers = 2;
  config.feed_forward = 5;
  config.embedding_dropout = 0.2;
  const RequestClassifier model(config, {7, 0, 0, 3}, 5, DType::kFloat64);
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({5}, {2, 6, 2, 0, 5});
  batch.sentences = Spans::packed({3, 0, 2});
  check_model_gradients(model, batch);
}

TEST_CASE("with positions the order of words counts, and places behind the table share its last row",
          "[models]") {
  const auto logits = [](int64_t positions, const char* pooling, const std::vector<int32_t>& ids) {
    RequestClassifier::Config config = small();
    config.positions = positions;
    config.pooling = pooling;
    const RequestClassifier model(config, {10, 0, 0, 2}, 3);
    TextBatch batch;
    batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
    batch.sentences = Spans::packed({static_cast<int32_t>(ids.size())});
    Bench bench;
    const Tensor answer = model.forward(bench.ctx, batch).value();
    return std::vector<float>(answer.data<float>(), answer.data<float>() + 2);
  };
  const std::vector<int32_t> there{2, 3, 4, 5}, back{5, 4, 3, 2};
  CHECK(logits(0, "mean", there)[0] == Approx(logits(0, "mean", back)[0]).margin(1e-6));
  CHECK(std::abs(logits(8, "mean", there)[0] - logits(8, "mean", back)[0]) > 1e-4);
  CHECK(logits(1, "mean", there)[0] == Approx(logits(1, "mean", back)[0]).margin(1e-6));
  CHECK(std::abs(logits(0, "last", there)[0] - logits(0, "last", back)[0]) > 1e-4);
}
