// Changes of a sentence that a reader would hardly notice, or that turn it into its opposite: what a model
// makes of them shows what it reads.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/base/random.h"

namespace heed::explain {

struct Perturbation {
  const char* name;     // "typo"
  const char* meaning;  // one sentence
  bool same_meaning;    // whether a reader would answer as before
  // None where the sentence has nothing that could be changed so. English, bytes outside of ASCII stay.
  std::optional<std::string> (*apply)(const std::string& text, Random& random);
};

// "typo", "lower case", "upper case", "name", "negation"
std::span<const Perturbation> perturbations();

}  // namespace heed::explain
