#include "engine/tasks/recipe.h"

#include <cmath>

#include "engine/tasks/recipe_fields.h"

namespace heed {
TrainingOptions training_options(const Recipe& recipe) {
  const RecipeValues values = values_of(recipe);
  TrainingOptions options = values.training;
  options.seed = values.seed;
  options.validate(recipe.name);
  return options;
}

SplitFractions split_fractions(const Recipe& recipe) {
  const SplitFractions f = values_of(recipe).split;
  check(
      f.train > 0 && f.validation >= 0 && f.test >= 0 && std::abs(f.train + f.validation + f.test - 1) < 1e-9,
      "[", recipe.name, "] the split is ", f.train, " + ", f.validation, " + ", f.test,
      ": expected parts of zero or more (train more than zero) that add up to 1.");
  return f;
}

}  // namespace heed
