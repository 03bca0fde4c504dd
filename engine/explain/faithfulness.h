// What speaks for and against taking a model's attention for its reasons, of one text and the class that is
// predicted. Rank correlations alone say little (they count the many words that matter to nobody as much as
// the few that do), so they stand beside what happens when words and weights change.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/explain/eraser.h"
#include "engine/explain/kendall.h"
#include "engine/explain/other_maps.h"

namespace heed::explain {

struct FaithfulnessOptions {
  std::vector<std::string> methods;  // whose orders of words are erased; empty: attention alone
  int random_orders = 10;
  int permutations = 100;
  uint64_t seed = 0;
};

struct Faithfulness {
  int64_t label = 0;  // the class that is predicted
  // Attention received against |x · ∂p/∂x|, the maps held, and against leaving each word out (Jain & Wallace
  // 2019); both over the tokens that stand in the text.
  KendallTau gradient, left_out;
  std::vector<std::pair<std::string, Eraser>> erased;  // by method
  Eraser random;                                       // the mean of random orders
  Permutations permuted;
  double even_tvd = 0;           // how far probabilities move under an even last map
  bool even_keeps_label = true;  // whether the same class is predicted then
};

// Error for a model that does not attend.
Faithfulness faithfulness(const Subject& subject, const EncodedText& text,
                          const FaithfulnessOptions& options = {});

}  // namespace heed::explain
