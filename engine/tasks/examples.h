// Encoded texts with their classes: what training and evaluation run on.
#pragma once

#include <vector>

#include "engine/data/text_encoder.h"

namespace heed {

struct Examples {
  std::vector<EncodedText> texts;
  std::vector<int> labels;                    // [texts]
  std::vector<std::vector<int>> needed = {};  // [texts]: words on which the label hangs; or empty

  size_t size() const { return texts.size(); }
  std::vector<int> lengths() const {
    std::vector<int> lengths;
    for (const EncodedText& text : texts) lengths.push_back(static_cast<int>(text.ids.size()));
    return lengths;
  }
};

}  // namespace heed
