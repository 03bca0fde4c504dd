// How different the attention could be without the answer noticing (Jain & Wallace 2019, ε-max JSD): the map
// furthest from the model's own under which no probability moves by more than ε. Where there is one that is
// far away, the map is not the only reading of the answer.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/explain/map_answers.h"

namespace heed::explain {

struct AdversarialOptions {
  double within = 0.05;  // ε: ½ Σ |p - p'| of the probabilities
  int starts = 6;        // maps that the search begins with
  int steps = 60;        // of Adam, on the logarithms of the weights
  uint64_t seed = 0;
};

struct Adversarial {
  std::vector<double> map;  // [H, T, S]; the model's own where nothing better was found
  double js = 0;   // Jensen–Shannon divergence of its rows from the model's own, on average: 0 to ln 2
  double tvd = 0;  // how far the probabilities moved, at most `within`
};

// A lower bound, as every search gives. Rows still sum to 1, and see what they saw.
Adversarial adversarial(const MapAnswers& answers, const AdversarialOptions& options = {});

}  // namespace heed::explain
