// The logits of a ModernBERT as sums through its head: the whole of them, whatever the head is made of.
#include "engine/explain/prediction_head.h"

#include "engine/base/random.h"
#include "engine/explain/contributions.h"
#include "engine/models/modern_bert.h"
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

// Biases and the weights of norms are drawn as well: as they begin, they would show nothing.
Explainable drawn(const ModernBertConfig& config) {
  Explainable made;
  made.network = std::make_unique<ModernBert>(config, 3, DType::kFloat64);
  uint32_t nth = 0;
  for (const Variable& parameter : made.network->parameters().all()) {
    const Tensor& values = parameter.value();
    for (int64_t i = 0; values.shape().rank() == 1 && i < values.count(); ++i)
      set_element(values, i, element(values, i) + uniform(5, 0, nth, static_cast<uint32_t>(i)) - 0.5);
    ++nth;
  }
  return made;
}

}  // namespace

TEST_CASE("What words add through a prediction head is the logit", "[explain]") {
  for (const char* pooling : {"cls", "mean"})
    for (const bool biased : {false, true})
      for (const Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu,
                                 Activation::kGeluTanh, Activation::kTanh, Activation::kSilu}) {
        CAPTURE(pooling, biased, static_cast<int>(f));
        ModernBertConfig config = small();
        config.pooling = pooling;
        config.head_activation = f;
        config.head_bias = config.norm_bias = config.attention_bias = config.feed_forward_bias = biased;
        Explainable made = drawn(config);
        const Subject subject = made.subject();
        for (const Contributions& c : contributions(subject, kText)) {
          CHECK_FALSE(c.remainder.has_value());
          double sum = c.bias;
          for (const Term& term : c.terms) sum += term.value;
          CHECK(std::abs(sum - c.logit) <= 1e-5);
          CHECK(std::abs(c.sum - c.logit) <= 1e-5);
        }
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
  CHECK(once.rows == 1);
  for (size_t i = 0; i < once.directions.values.size(); ++i)
    CHECK(twice.directions.values[i] == Approx(once.directions.values[i] / 2).epsilon(1e-4));
  CHECK(twice.bias == once.bias);
}

TEST_CASE("A unit that nothing reaches lets nothing through, and is no 0 / 0", "[explain]") {
  const ModernBertConfig config = small();
  Explainable made = drawn(config);
  const Subject subject = made.subject();
  StreamWeights weights(subject);
  const HeadMap map = map_of_head(subject, Matrix(1, config.D), {1}, weights);
  for (const double direction : map.directions.values) CHECK(std::isfinite(direction));
}
