// The lessons' models against PyTorch, their padding unmasked as there, and the model's own rules.
#include "engine/models/recurrent_classifier.h"

#include "tests/engine/message.h"
#include "tests/engine/models/model_gradients.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

struct Lesson {
  const char* file;
  const char* cell;
  int64_t head_hidden, classes;
  std::vector<std::pair<std::string, std::string>> names;  // ours, the lesson's
};

const Lesson kLessons[] = {
    {"lesson3_rnn_attention",
     "rnn",
     9,
     4,
     {{"embedding.", "embeddings."},
      {"pooling.score.", "attn."},
      {"head.", "fc1."},
      {"classifier.", "fc2."}}},
    {"lesson5_attention_lstm", "lstm", 0, 2, {{"pooling.score.", "attn."}, {"classifier.", "fc."}}}};

RecurrentClassifier::Config config_of(const Lesson& lesson) {
  RecurrentClassifier::Config config;
  config.cell = lesson.cell;
  config.embedding = 10;
  config.hidden = 12;
  config.head_hidden = lesson.head_hidden;
  config.unmasked = true;
  return config;
}

std::string lesson_name(const Lesson& lesson, const std::string& name) {
  for (const auto& [ours, theirs] : lesson.names)
    if (name.rfind(ours, 0) == 0) return theirs + name.substr(ours.size());
  return name;
}

// The lessons' two sentences, of 5 words and of 3; id 0 is padding.
TextBatch sentences() {
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({8}, {4, 5, 6, 7, 8, 3, 2, 1});
  batch.sentences = Spans::packed({5, 3});
  return batch;
}

void load(RecurrentClassifier& model, const Lesson& lesson, const Oracle& oracle) {
  std::map<std::string, Tensor> weights;
  for (const Variable& parameter : model.parameters().all()) {
    const std::string& name = parameter.node().name;
    weights[name] = oracle[lesson_name(lesson, name)];
  }
  model.parameters().load(weights, lesson.file);
}

RecurrentClassifier::Config small(const std::string& cell, const std::string& pooling) {
  RecurrentClassifier::Config config;
  config.cell = cell;
  config.pooling = pooling;
  config.embedding = 4;
  config.hidden = 3;
  config.head_hidden = 5;
  config.dropout = config.embedding_dropout = 0.2;
  return config;
}

TextBatch batch() {
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({5}, {2, 6, 2, 0, 5});
  batch.sentences = Spans::packed({3, 0, 2});
  batch.pieces = Tensor::of<int32_t>({7}, {0, 8, 3, 3, 1, 8, 5});
  batch.bags = Spans::packed({2, 0, 1, 3, 1});
  return batch;
}

}  // namespace

TEST_CASE("PyTorch: the lessons' recurrent models with padding that is not masked", "[oracle][models]") {
  for (const Lesson& lesson : kLessons) {
    CAPTURE(lesson.file);
    const Oracle oracle(lesson.file);
    RecurrentClassifier model(config_of(lesson), {20, 0, 0, lesson.classes}, 1);
    load(model, lesson, oracle);
    Bench bench;
    bench.ctx.trace = &bench.trace;
    bench.trace.watch(".weights");
    const Variable logits = model.forward(bench.ctx, sentences());
    CHECK(relative_difference(logits.value(), oracle["out.logits"]) <= kForward);
    const Tensor* weights = bench.trace.find(model.attention().front().name);
    REQUIRE(weights != nullptr);
    CHECK(relative_difference(weights->reshaped({2, 5}), oracle["out.attention"]) <= kForward);
    const Tensor class_weights =
        oracle.tensors().count("in.class_weights") ? oracle["in.class_weights"] : Tensor{};
    const Variable loss = cross_entropy(bench.ctx, logits, oracle.ids("in.labels"), class_weights);
    CHECK(element(loss.value(), 0) == Approx(element(oracle["out.loss"], 0)).epsilon(kForward));
    bench.tape.backward(loss);
    for (const Variable& parameter : model.parameters().all()) {
      const std::string& name = parameter.node().name;
      CAPTURE(name);
      const Tensor gradient = dense_gradient(parameter), want = oracle["grad." + lesson_name(lesson, name)];
      if (contains(name, "score.bias"))  // zero by mathematics
        CHECK(absolute_difference(gradient, want) <= 1e-6);
      else
        CHECK(relative_difference(gradient, want) <= kGradient);
    }
  }
}

TEST_CASE("gradient: the recurrent classifier as a whole", "[gradient][models]") {
  for (const char* pooling : {"tanh", "additive", "dot", "last", "mean"})
    check_model_gradients(RecurrentClassifier(small("rnn", pooling), {7, 9, 0, 3}, 5, DType::kFloat64),
                          batch());
  RecurrentClassifier::Config config = small("lstm", "additive");
  config.layers = 2;
  config.bidirectional = true;
  config.head_hidden = 0;
  check_model_gradients(RecurrentClassifier(config, {7, 0, 0, 3}, 5, DType::kFloat64), batch());
  config.unmasked = true;
  check_model_gradients(RecurrentClassifier(config, {7, 0, 0, 3}, 5, DType::kFloat64), batch());
  check_model_gradients(RecurrentClassifier(small("token", "dot"), {7, 0, 0, 3}, 5, DType::kFloat64),
                        batch());
}

TEST_CASE("The cell token reads each word by itself", "[models]") {
  const RecurrentClassifier model(small("token", "mean"), {7, 0, 0, 2}, 3);
  auto logits = [&](const std::vector<int32_t>& ids) {
    TextBatch one;
    one.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
    one.sentences = Spans::packed({static_cast<int32_t>(ids.size())});
    Bench bench(false);
    return model.forward(bench.ctx, one).value();
  };
  CHECK(relative_difference(logits({1, 5, 2}), logits({5, 2, 1})) <= kForward);
  CHECK(relative_difference(logits({1, 5, 2}), logits({1, 5, 3})) > 1e-3);
}

TEST_CASE("Masked padding leaves a sentence its own answer, unmasked padding does not", "[models]") {
  for (bool unmasked : {false, true}) {
    RecurrentClassifier::Config config = small("gru", "linear");
    config.unmasked = unmasked;
    const RecurrentClassifier model(config, {7, 0, 0, 2}, 3);
    TextBatch one;
    one.ids = Tensor::of<int32_t>({2}, {0, 5});
    one.sentences = Spans::packed({2});
    Bench bench(false);
    const Tensor alone = model.forward(bench.ctx, one).value();
    const Tensor beside = model.forward(bench.ctx, batch()).value().rows(2, 1).clone();
    CHECK(identical(alone, beside) != unmasked);
  }
}

TEST_CASE("A model that pools without attention has none to show", "[models]") {
  CHECK(RecurrentClassifier(small("rnn", "last"), {7, 0, 0, 2}, 3).attention().empty());
  const auto points = RecurrentClassifier(small("rnn", "dot"), {7, 0, 0, 2}, 3).attention();
  REQUIRE(points.size() == 1);
  CHECK(points[0].kind == "pooling");
}

TEST_CASE("Settings of the recurrent classifier are checked and completed", "[models]") {
  const nlohmann::json given{{"architecture", "recurrent-classifier"}, {"cell", "lstm"}};
  CHECK(complete_model_config(given, "r")["pooling"] == "linear");
  auto with = [&](const char* key, const nlohmann::json& value) {
    nlohmann::json wrong = given;
    wrong[key] = value;
    return wrong;
  };
  CHECK_THROWS_AS(complete_model_config(with("cell", "mgu"), "r"), UsageError);
  CHECK_THROWS_AS(complete_model_config(with("pooling", "max"), "r"), UsageError);
  nlohmann::json both = with("cell", "token");
  both["bidirectional"] = true;
  CHECK_THROWS_AS(complete_model_config(both, "r"), UsageError);
  CHECK(contains(message_of([&] { complete_model_config(with("hidden", 0), "r"); }), "out of bounds"));
  CHECK(contains(message_of([&] { complete_model_config(with("dropout", 1), "r"); }), "\"dropout\" is 1"));
  CHECK(contains(message_of([&] { complete_model_config(with("heads", 1), "r"); }), "is not a setting"));
}
