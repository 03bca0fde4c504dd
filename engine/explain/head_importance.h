// What each head is worth to a model on labelled texts (Michel et al. 2019): answers without it, and as one
// after the other falls silent.
#pragma once

#include <functional>
#include <vector>

#include "engine/explain/pass.h"

namespace heed::explain {

struct HeadName {
  int layer = 0, head = 0;
};

struct Without {
  HeadName head;
  double accuracy = 0, loss = 0;  // loss: the mean of -log p(label)
};

struct HeadImportance {
  double accuracy = 0, loss = 0;  // of the whole model
  std::vector<Without> alone;     // each head silent by itself, in the order of layers and heads
  // Heads silent one after the other, beginning with those whose loss alone costs least: what is left after
  // each. The last has none.
  std::vector<Without> removed;
};

// `progress(passes done, of all)` is called before each pass over the texts; what it throws ends them.
HeadImportance head_importance(const Subject& subject, const std::vector<EncodedText>& texts,
                               const std::vector<int>& labels,
                               const std::function<void(int64_t, int64_t)>& progress = nullptr);

// Logits [texts, C] with these heads' maps all zero.
Matrix logits_without(const Subject& subject, const std::vector<EncodedText>& texts,
                      const std::vector<HeadName>& heads);

}  // namespace heed::explain
