// The logits of encoders as sums through their heads: the whole of them, whatever the head is made of.
#include "engine/explain/prediction_head.h"

#include "engine/explain/contributions.h"
#include "engine/explain/maps.h"
#include "engine/models/modern_bert.h"
#include "engine/models/request_classifier.h"
#include "tests/engine/explain/attribution_models.h"

using namespace heed;
using namespace heed::explain;
using namespace heed::test;

namespace {

const EncodedText kText = text_of(Tensor::of<int32_t>({5}, {2, 7, 11, 7, 3}));

ModernBertConfig small() {
  ModernBertConfig c;
  c.output = Output::kTexts;
  c.V = 50;
  c.D = 16;
  c.layers = 2;
  c.heads = 2;
  c.feed_forward = 24;
  c.positions = 16;
  c.deviation = 0.3;
  c.labels = {"a", "b", "c"};
  return c;
}

constexpr Activation kActivations[] = {Activation::kNone,     Activation::kRelu, Activation::kGelu,
                                       Activation::kGeluTanh, Activation::kTanh, Activation::kSilu};

Explainable drawn(const ModernBertConfig& config) {
  return with_drawn_biases(std::make_unique<ModernBert>(config, 3, DType::kFloat64));
}

void check_whole(Explainable made) {
  for (const Contributions& c : contributions(made.subject(), kText)) {
    CHECK_FALSE(c.remainder.has_value());
    double sum = c.bias;
    for (const Term& term : c.terms) sum += term.value;
    CHECK(std::abs(sum - c.logit) <= 1e-5);
    CHECK(std::abs(c.sum - c.logit) <= 1e-5);
  }
}

}  // namespace

TEST_CASE("What words add through a prediction head is the logit", "[explain]") {
  for (const char* pooling : {"cls", "mean"})
    for (const bool biased : {false, true})
      for (const Activation f : kActivations) {
        CAPTURE(pooling, biased, static_cast<int>(f));
        ModernBertConfig config = small();
        config.pooling = pooling;
        config.head_activation = f;
        config.head_bias = config.norm_bias = config.attention_bias = config.feed_forward_bias = biased;
        check_whole(drawn(config));
      }
}

TEST_CASE("What words add through a pooler is the logit", "[explain]") {
  for (const Activation f : kActivations) {
    CAPTURE(static_cast<int>(f));
    BertConfig config;
    config.head = BertHead::kClassification;
    config.V = 50;
    config.D = config.embedding = 16;
    config.layers = config.heads = 2;
    config.feed_forward = 24;
    config.positions = 16;
    config.deviation = 0.3;
    config.labels = {"a", "b", "c"};
    config.dense_activation = f;
    check_whole(with_drawn_biases(std::make_unique<Bert>(config, 3, DType::kFloat64)));
  }
}

TEST_CASE("What words add through a linear head is the logit, of the last state or the mean", "[explain]") {
  for (const int64_t positions : {0, 3, 8})
    for (const char* pooling : {"mean", "last"}) {
      CAPTURE(pooling, positions);
      RequestClassifier::Config config;
      config.positions = positions;
      config.embedding = config.attention = 8;
      config.heads = config.layers = 2;
      config.feed_forward = 12;
      config.pooling = pooling;
      Explainable made = with_drawn_biases(
          std::make_unique<RequestClassifier>(config, NetworkSizes{50, 0, 0, 3}, 3, DType::kFloat64));
      const std::string read = config.pooling;
      const std::vector<double> rows = rows_read(made.subject(), {}, 4);
      CHECK(rows == (read == "last" ? std::vector<double>{0, 0, 0, 1} : std::vector<double>(4, 0.25)));
      check_whole(std::move(made));
    }
}

TEST_CASE("Through a prediction head a sum is linear in the state that is read", "[explain]") {
  // Where the activation is a straight line and the norm is held, twice the state is twice what it adds.
  ModernBertConfig config = small();
  config.head_activation = Activation::kNone;
  Explainable made = drawn(config);
  const Subject subject = made.subject();
  StreamWeights weights(subject);
  Matrix states(1, config.D);
  for (int64_t d = 0; d < config.D; ++d) states.at(0, d) = std::sin(static_cast<double>(d));
  const HeadMap once = map_of_head(subject, states, {0, 2}, weights);
  for (double& value : states.values) value *= 2;
  const HeadMap twice = map_of_head(subject, states, {0, 2}, weights);
  REQUIRE(once.directions.size() == 1);
  const Matrix &one = once.directions.at(0), &two = twice.directions.at(0);
  for (size_t i = 0; i < one.values.size(); ++i)
    CHECK(two.values[i] == Approx(one.values[i] / 2).epsilon(1e-4));
  CHECK(twice.bias == once.bias);
}

TEST_CASE("A unit that nothing reaches lets nothing through, and is no 0 / 0", "[explain]") {
  const ModernBertConfig config = small();
  Explainable made = drawn(config);
  const Subject subject = made.subject();
  StreamWeights weights(subject);
  const HeadMap map = map_of_head(subject, Matrix(1, config.D), {1}, weights);
  for (const double direction : map.directions.at(0).values) CHECK(std::isfinite(direction));
}
