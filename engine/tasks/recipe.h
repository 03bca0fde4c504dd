// A recipe: everything a training run needs, as JSON. How files become one is said in
// session/training/inside/recipe.h, what its keys mean in assets/recipes/README.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/data/split.h"
#include "engine/tasks/options.h"

namespace heed {

struct Recipe {
  std::string name;
  nlohmann::json json;  // complete: with all defaults written out, and what was set on the command line
};

// "training" and "seed".
TrainingOptions training_options(const Recipe& recipe);
SplitFractions split_fractions(const Recipe& recipe);

}  // namespace heed
