#include "engine/models/sentence_classifier.h"

#include "tests/engine/message.h"
#include "tests/engine/models/model_gradients.h"

using namespace heed;
using namespace heed::test;

namespace {

SentenceClassifier::Config small_config() {
  SentenceClassifier::Config config;
  config.embedding = 4;
  config.attention = 4;
  config.values = 6;
  config.attention_scale = 1;  // no saturated softmax, and
  config.deviation = 1;        // gradients well above the noise of differences
  config.heads = 2;
  config.dropout = 0.2;
  return config;
}

// Three sentences of 3, 0 and 2 words; words have 2, 0, 1, 3 and 1 pieces.
TextBatch batch_of_texts() {
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({5}, {2, 6, 2, 0, 5});
  batch.sentences = Spans::packed({3, 0, 2});
  batch.pieces = Tensor::of<int32_t>({7}, {0, 8, 3, 3, 1, 8, 5});
  batch.bags = Spans::packed({2, 0, 1, 3, 1});
  batch.phrases = Tensor::of<int32_t>({6}, {4, 1, 1, 0, 5, 2});
  batch.phrase_bags = Spans::packed({1, 2, 0, 2, 1});
  return batch;
}

}  // namespace

TEST_CASE("gradient: the sentence classifier as a whole", "[gradient][models]") {
  check_model_gradients(SentenceClassifier(small_config(), {7, 9, 6, 3}, 5, DType::kFloat64),
                        batch_of_texts());
}

TEST_CASE("gradient: the sentence classifier with other mechanisms", "[gradient][models]") {
  for (const char* mechanism : {"general", "sparsemax", "local-m", "local-p"}) {
    CAPTURE(mechanism);
    SentenceClassifier::Config config = small_config();
    config.mechanism = {mechanism, 1};
    const SentenceClassifier model(config, {7, 0, 0, 2}, 5, DType::kFloat64);
    CHECK(model.attention()[0].normalised == (std::string(mechanism) != "local-p"));
    check_model_gradients(model, batch_of_texts());
  }
  SentenceClassifier::Config config = small_config();
  config.mechanism.name = "bogus";
  CHECK_THROWS_AS(SentenceClassifier(config, {7, 0, 0, 2}, 5), UsageError);
}

TEST_CASE("gradient: the sentence classifier without pieces and phrases", "[gradient][models]") {
  check_model_gradients(SentenceClassifier(small_config(), {7, 0, 0, 2}, 5, DType::kFloat64),
                        batch_of_texts());
}

TEST_CASE("The sentence classifier's attention can be seen, and its rows sum to 1", "[models]") {
  const SentenceClassifier model(small_config(), {7, 9, 6, 3}, 5);
  Bench bench(false);
  bench.ctx.trace = &bench.trace;
  bench.trace.watch(".weights");
  CHECK(model.forward(bench.ctx, batch_of_texts()).shape() == Shape{3, 3});
  const Tensor* weights = bench.trace.find(model.attention().front().name);
  REQUIRE(weights != nullptr);
  CHECK(weights->count() == 2 * (9 + 4));  // [H, T, T] of each sentence
  for (int64_t row = 0; row < 6; ++row) {
    double sum = 0;
    for (int64_t s = 0; s < 3; ++s) sum += element(*weights, row * 3 + s);
    CHECK(sum == Approx(1));
  }
}

TEST_CASE("What words receive times their votes is the answer, and nothing else", "[models]") {
  SentenceClassifier::Config config = small_config();
  config.heads = 1;
  const SentenceClassifier model(config, {7, 0, 6, 2}, 5);
  Random random(4);
  for (const Variable& parameter : model.parameters().all())
    for (int64_t i = 0; i < parameter.value().count(); ++i)
      parameter.value().data<float>()[i] = static_cast<float>(random.normal()) * 0.5f;
  TextBatch one = batch_of_texts();
  one.sentences = Spans::packed({5});
  Bench bench(false);
  bench.ctx.trace = &bench.trace;
  bench.trace.watch(".weights");
  const Tensor logits = model.forward(bench.ctx, one).value();
  const Tensor& A = *bench.trace.find("encoder.0.attention.weights");
  const Parameters& p = model.parameters();
  const Variable x = embedding(bench.ctx, p.find("embedding.weight"), one.ids);
  const Tensor values = linear(bench.ctx, x, p.find("encoder.0.attention.value.weight"),
                               p.find("encoder.0.attention.value.bias"))
                            .value();
  const Tensor phrases =
      embedding_bag(bench.ctx, p.find("phrases.weight"), one.phrases, one.phrase_bags).value();
  for (int64_t c = 0; c < 2; ++c) {
    double logit = element(p.find("classifier.bias").value(), c);
    for (int64_t s = 0; s < 5; ++s) {
      double received = 0,
             vote = element(phrases, s) * element(p.find("classifier.weight").value(), c * 7 + 6);
      for (int64_t t = 0; t < 5; ++t) received += element(A, t * 5 + s);
      for (int64_t d = 0; d < 6; ++d)
        vote += element(values, s * 6 + d) * element(p.find("classifier.weight").value(), c * 7 + d);
      logit += received * vote / std::sqrt(5.0);
    }
    CHECK(element(logits, c) == Approx(logit).epsilon(1e-4));
  }
}

TEST_CASE("gradient: the sentence classifier with votes per class", "[gradient][models]") {
  SentenceClassifier::Config config = small_config();
  config.heads = 1;
  config.class_votes = true;
  check_model_gradients(SentenceClassifier(config, {7, 9, 6, 3}, 5, DType::kFloat64), batch_of_texts());
}

TEST_CASE("What words receive times their votes per class is added to the logits, and nothing else",
          "[models]") {
  SentenceClassifier::Config config = small_config();
  config.heads = 1;
  config.class_votes = true;
  config.sum_votes = GENERATE(false, true);
  const SentenceClassifier model(config, {7, 0, 6, 3}, 5);
  const Parameters& p = model.parameters();
  CHECK(p.find("phrases.weight").shape() == Shape{6, 3});
  CHECK(p.find("classifier.weight").shape() == Shape{3, 6});
  TextBatch one = batch_of_texts();
  one.sentences = Spans::packed({5});
  Bench bench(false);
  bench.ctx.trace = &bench.trace;
  bench.trace.watch(".weights");
  // A table of phrases begins at zero: what the logits are then is the values' part.
  const Tensor without = model.forward(bench.ctx, one).value().clone();
  Random random(4);
  const Tensor& table = p.find("phrases.weight").value();
  for (int64_t i = 0; i < table.count(); ++i) table.data<float>()[i] = static_cast<float>(random.normal());
  const Tensor logits = model.forward(bench.ctx, one).value();
  const Tensor& A = *bench.trace.find("encoder.0.attention.weights");
  const Tensor votes =
      embedding_bag(bench.ctx, p.find("phrases.weight"), one.phrases, one.phrase_bags, !config.sum_votes)
          .value();
  for (int64_t c = 0; c < 3; ++c) {
    double logit = element(without, c);
    for (int64_t s = 0; s < 5; ++s) {
      double received = 0;
      for (int64_t t = 0; t < 5; ++t) received += element(A, t * 5 + s);
      logit += received * element(votes, s * 3 + c) / std::sqrt(5.0);
    }
    CHECK(element(logits, c) == Approx(logit).epsilon(1e-4));
  }
}

TEST_CASE("Settings of the sentence classifier are checked and completed", "[models]") {
  const nlohmann::json given{{"architecture", "sentence-classifier"}, {"heads", 2}};
  CHECK(complete_model_config(given, "r")["values"] == 48);
  auto message = [&](const char* key, const nlohmann::json& value) {
    nlohmann::json wrong = given;
    wrong[key] = value;
    return message_of([&] { complete_model_config(wrong, "r"); });
  };
  CHECK(contains(message("heads", 7), "out of bounds"));
  CHECK(contains(message("dropout", 1), "\"dropout\" is 1"));
  CHECK(contains(message("class_votes", true), "class_votes and several heads"));
  CHECK(contains(message("layers", 2), "\"model.layers\" is not a setting"));
}
