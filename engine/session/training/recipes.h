// The recipes there are, their values, and what each value means: what a form for them is made from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed::session {

struct RecipeEntry {
  std::string name;
  std::string file;
  std::string description;
};

// Of all recipe folders, by name; the first of a name is the one that `train` finds. A file that is not a
// recipe is left out.
std::vector<RecipeEntry> recipes();

// Every value of a recipe, defaults filled in, those of its model too. `set` as in TrainOptions.
nlohmann::json recipe_values(const std::string& name_or_file, const std::vector<std::string>& set = {});

struct Setting {
  enum class Kind { kWhole, kReal, kFlag, kChoice };
  std::string key;  // dotted, as for --set
  Kind kind = Kind::kReal;
  double minimum = 0, maximum = 0;   // of numbers
  std::vector<std::string> choices;  // of kChoice
  std::string meaning;               // one sentence
};

// The settings of a run that are a number, a flag or one of a few names, in the order of a form. A recipe has
// those whose key `recipe_values` holds.
const std::vector<Setting>& settings();

}  // namespace heed::session
