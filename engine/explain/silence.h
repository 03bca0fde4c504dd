// How much of the attention has to go before the answer turns (Serrano & Smith 2019): keys are silenced one
// after the other, in the order of a ranking, each row's other weights sharing what is left. A ranking that
// finds what the answer rests on turns it soon.
#pragma once

#include <vector>

#include "engine/explain/map_answers.h"

namespace heed::explain {

struct Silenced {
  int64_t keys = 0;     // that were silent when another class was predicted, or all of the order
  double share = 1;     // of the order's; 1 where the answer never turned
  bool turned = false;  // whether it did, with one key at least still heard
};

// `order`: keys, the first to go first.
Silenced silence(const MapAnswers& answers, const std::vector<int>& order);

// What Serrano & Smith compare, per key: the attention it gets, the slope ∂p/∂α of the predicted class's
// probability, and their product; summed over heads and queries, [N].
struct SilenceRankings {
  std::vector<double> attention, gradient, product;
};
SilenceRankings silence_rankings(const MapAnswers& answers);

}  // namespace heed::explain
