// How often words stand near each other (Pennington et al. 2014, section 3.1): X[i, j] = Σ 1/distance over
// all places where j stands within `window` words of i, on either side. A window does not leave its line.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/text/vocabulary.h"

namespace heed {

struct Cooccurrence {
  int32_t word = 0, context = 0;
  float count = 0;  // X[word, context] > 0
};

// The lines of a corpus as numbers, each line ended by kLineEnd.
inline constexpr int32_t kLineEnd = -1;

// All X[i, j] > 0 with i, j in 0 … V - 1, by word, then context. Negative numbers in `tokens` are words
// outside of the vocabulary: they count as distance.
std::vector<Cooccurrence> count_cooccurrences(const std::vector<int32_t>& tokens, int32_t V, int window);

}  // namespace heed
