// A training run on sentences made here, small enough for any device.
#pragma once

#include "engine/models/request_classifier.h"
#include "engine/train/fit.h"

namespace heed::test {

inline const std::vector<std::string> kLabels{"no", "yes"};
inline constexpr int kVocabulary = 30;

// A sentence of random words is "yes" when word 7 is in it.
inline Examples sentences(size_t n, uint64_t seed) {
  Random random(seed);
  Examples examples;
  for (size_t i = 0; i < n; ++i) {
    EncodedText text;
    const size_t length = 1 + random.below(12);
    for (size_t t = 0; t < length; ++t)
      text.ids.push_back(static_cast<int32_t>(8 + random.below(kVocabulary - 8)));
    const bool yes = random.below(2) == 1;
    if (yes) text.ids[random.below(length)] = 7;
    examples.texts.push_back(text);
    examples.labels.push_back(yes ? 1 : 0);
  }
  return examples;
}

inline RequestClassifier small_model() {
  RequestClassifier::Config config;
  config.embedding = 16;
  config.attention = 8;
  config.heads = 2;
  config.feed_forward = 16;
  return RequestClassifier(config, {kVocabulary, 0, 0, 2}, uint64_t{5});
}

inline FitOptions options(int epochs) {
  FitOptions o;
  o.epochs = epochs;
  o.batch_size = 16;
  o.seed = 9;
  o.rate = 5e-3;
  o.word_dropout = 0.05;
  return o;
}

inline void run_epochs(Fit& fit, int epochs) {
  while (fit.state().epoch < epochs && fit.step()) {
  }
}

}  // namespace heed::test
