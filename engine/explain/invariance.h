// Whether answers stay where they should, and turn where they should, under changes of the sentences.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/explain/pass.h"
#include "engine/explain/perturbations.h"

namespace heed::explain {

struct Turned {
  size_t row = 0;    // of the texts
  std::string text;  // as it was changed
  int64_t from = 0, to = 0;
  double before = 0, after = 0;  // probability of `from`
};

struct Invariance {
  const Perturbation* by = nullptr;
  int64_t n = 0;                 // texts that could be changed so
  double turned = 0;             // the share of them whose class became another one
  double tvd = 0;                // how far probabilities moved, on average
  std::vector<Turned> examples;  // those that moved furthest, first
};

// Measures each of perturbations(). `encode` reads a text as the model would.
std::vector<Invariance> invariance(const Subject& subject, const std::vector<std::string>& texts,
                                   const std::function<EncodedText(const std::string&)>& encode,
                                   uint64_t seed = 0, size_t examples = 3);

}  // namespace heed::explain
