// The number of parts that a batch is cut into is known before a run begins.
#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

// Wide enough for a batch to have several parts: 200,000 products and sums a token.
RequestClassifier wide_network() {
  RequestClassifier::Config config;
  config.embedding = 128;
  config.attention = 128;
  config.heads = 2;
  config.feed_forward = 512;
  return RequestClassifier(config, {kVocabulary, 0, 0, 2}, uint64_t{5});
}

Examples long_sentences(size_t n, size_t words) {
  Examples examples = sentences(n, 1);
  for (EncodedText& text : examples.texts) text.ids.resize(words, 9);
  return examples;
}

std::vector<float> after_one_step(const TrainingOptions& asked, const Examples& train) {
  const Device device = cpu::device();
  RequestClassifier model = wide_network();
  Run run(model, device, asked, train);
  run.step();
  return weights_of(model, device);
}

}  // namespace

TEST_CASE("The parts that are counted are those that a batch is cut into", "[train]") {
  const Device device = cpu::device();
  const RequestClassifier model = wide_network();
  TrainingOptions asked = options(1);
  const auto counted = [&](const Examples& train) {
    return most_parts(Classification(asked, kLabels, 0, train, {}), model, device, asked);
  };
  CHECK(counted(sentences(32, 1)) == 1);
  const Examples train = long_sentences(32, 70);  // 1,120 tokens in a batch of 16
  CHECK(counted(train) == 4);
  const std::vector<float> automatic = after_one_step(asked, train);
  for (const int parts : {1, 2, 4, 8}) {
    CAPTURE(parts);
    asked.batch_parts = parts;
    CHECK(counted(train) == parts);
    CHECK((after_one_step(asked, train) == automatic) == (parts == 4));
  }
}

TEST_CASE("The longest texts of all may meet in one batch", "[train]") {
  const Device device = cpu::device();
  TrainingOptions asked = options(1);
  Examples train = long_sentences(64, 1);
  for (size_t n = 0; n < 64; n += 4) train.texts[n].ids.resize(70, 9);
  CHECK(most_parts(Classification(asked, kLabels, 0, train, {}), wide_network(), device, asked) == 4);
}
