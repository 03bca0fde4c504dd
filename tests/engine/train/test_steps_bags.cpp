// Recorded steps of a classifier whose words have character n-grams and phrases, in any number.
#ifndef __EMSCRIPTEN__

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/sentence_classifier.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/train/small_run.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int kPieces = 41, kPhrases = 53;

// Words have one to four n-grams; a third of them ends no phrase, the others one or two.
Examples with_bags(Examples all) {
  for (EncodedText& text : all.texts)
    for (size_t t = 0; t < text.ids.size(); ++t) {
      const int32_t id = text.ids[t], before = t > 0 ? text.ids[t - 1] : 0;
      for (int32_t i = 0; i <= id % 4; ++i) text.pieces.push_back((7 * id + i) % kPieces);
      text.piece_counts.push_back(1 + id % 4);
      for (int32_t i = 0; i < (id + before) % 3; ++i)
        text.phrases.push_back((5 * id + i * before) % kPhrases);
      text.phrase_counts.push_back((id + before) % 3);
    }
  return all;
}

Examples examples(size_t n, bool uniform = false) {
  Examples all = sentences(n, 1);
  if (uniform)
    for (EncodedText& text : all.texts) text.ids.resize(12, 9);
  return with_bags(all);
}

SentenceClassifier model_of(bool class_votes) {
  SentenceClassifier::Config config;
  config.embedding = 8;
  config.attention = 4;
  config.values = 8;
  config.heads = class_votes ? 1 : 2;
  config.class_votes = class_votes;
  config.dropout = 0.2;
  config.phrase_rate = 10;
  return SentenceClassifier(config, {kVocabulary, kPieces, kPhrases, 2}, uint64_t{5});
}

TrainingOptions recipe(int epochs) {
  TrainingOptions o = options(epochs);
  o.optimizer.name = "adamw";
  o.optimizer.weight_decay = 0.1;
  o.optimizer.average = 0.99;
  o.label_smoothing = 0.1;
  o.clip = 1;
  return o;
}

}  // namespace

TEST_CASE("A sentence classifier's repeated steps end with the bits of steps that are not", "[train][gpu]") {
  const bool class_votes = GENERATE(false, true), uniform = GENERATE(false, true);
  const Examples train = examples(300, uniform);
  Device launching = played_gpu();
  launching.make_replay = nullptr;
  const Ended repeated = run_on(played_gpu(), recipe(5), train, model_of(class_votes)),
              launched = run_on(launching, recipe(5), train, model_of(class_votes));
  CAPTURE(class_votes, uniform, repeated.problem);
  CHECK(repeated.problem.empty());
  CHECK(repeated.repeated > 60);  // of 95
  CHECK(launched.repeated == 0);
  CHECK(repeated.weights == launched.weights);
  CHECK(repeated.loss == launched.loss);
}

// Sorted in one run, the batches of every epoch have the same lengths: no other batch has their shape.
TEST_CASE("Steps are repeated where each shape comes once in an epoch, with the same lengths",
          "[train][gpu]") {
  Examples pairs = sentences(96, 1);  // of one length each, whose order changes
  for (size_t i = 0; i < pairs.size(); ++i) {
    pairs.texts[i].ids.resize(1 + i / 2, 9);
    pairs.texts[i].ids[0] = static_cast<int32_t>(i) % 7;
  }
  const Examples train = with_bags(pairs);
  TrainingOptions o = recipe(4);
  o.word_dropout = 0;
  Device launching = played_gpu();
  launching.make_replay = nullptr;
  const Ended repeated = run_on(played_gpu(), o, train, model_of(true)),
              launched = run_on(launching, o, train, model_of(true));
  CHECK(repeated.problem.empty());
  CHECK(repeated.repeated == 18);  // all but those of the first epoch
  CHECK(repeated.weights == launched.weights);
}

TEST_CASE("A sentence classifier's repeated steps learn what the CPU's do, on every GPU", "[train][gpu]") {
  const Examples train = examples(300);
  const Ended expected = run_on(cpu::device(), recipe(4), train, model_of(true));
  for (const Device& device : gpus()) {
    CAPTURE(device.description);
    const Ended found = run_on(device, recipe(4), train, model_of(true));
    CHECK(found.problem.empty());
    CHECK(found.repeated > 40);
    CHECK(found.loss == Approx(expected.loss).epsilon(5e-3));
  }
}

#endif
