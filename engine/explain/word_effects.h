// Which words and phrases move a class most over a data set: what they add to its score (contributions.h)
// more than to the average class, on average over the places where they stand.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/explain/pass.h"

namespace heed::explain {

struct WordEffect {
  std::string text;
  int64_t n = 0;    // how often it stands there
  double mean = 0;  // below zero: it argues against the class
};

struct ClassWords {
  std::vector<WordEffect> in_favour, against;  // the strongest first
};

struct WordEffects {
  std::vector<ClassWords> words, phrases;  // [C]; no phrases where the model has none
  // Where the score of the predicted class comes from: Σ |value| of each component by their sum, "word",
  // "n-grams", "phrase", "layer.0.head.1", …
  struct Component {
    std::string name;
    double share = 0;
  };
  std::vector<Component> components;
};

struct WordEffectOptions {
  int64_t least = 3;  // what stands there more rarely is left out
  size_t most = 10;   // of each list
};

// `progress(texts done, of all)` is called now and then; what it throws ends it.
WordEffects word_effects(const Subject& subject, const std::vector<EncodedText>& texts,
                         const WordEffectOptions& options = {},
                         const std::function<void(int64_t, int64_t)>& progress = nullptr);

}  // namespace heed::explain
