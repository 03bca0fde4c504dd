// The recipes there are, their values, and what each value means: what a form for them is made from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/fields.h"

namespace heed::session {

struct RecipeEntry {
  std::string name;
  std::string file;
  std::string description;
  bool network = true;  // what is trained is one: it can be watched, paused and looked at
};

// Recipes of all recipe folders, by name; the first of a name is the one that `train` finds. A file that is
// not a recipe is left out.
std::vector<RecipeEntry> recipes();

// The recipe for a classifier of one's own texts, which is used where none is named.
inline constexpr const char* kOwnTexts = "texts";

// A file or folder that is there and is no recipe: what is given in a recipe's place is data.
bool is_data_file(const std::string& path);

// The name that a word may have been meant as; "" where none is near: see base/names.h.
std::string meant_name(const std::string& word, const std::vector<std::string>& names);

// A folder as it is, or of a bare name that is no folder here the model of that name that ships with the
// program, if there is one.
std::string model_place(const std::string& name);

// The same of a tokenizer: one that ships with the program, a folder or file here, or a name that
// OpenTokenizer knows.
std::string tokenizer_place(const std::string& name);

// Every value of a recipe, defaults filled in, its task and those of its model too, where the recipe names an
// architecture. `set` as in TrainOptions.
nlohmann::json recipe_values(const std::string& name_or_file, const std::vector<std::string>& set = {});

// Where among these the value of a setting is, by its dotted key.
nlohmann::json::json_pointer place_of_setting(const std::string& key);

// Every value that a recipe may set, by its dotted key, with its bounds or choices and what it means; of the
// architecture too ("model.heads"), where it is given, and without those of other tasks, where one is. A form
// has a row for each that is a number, a flag or one of a few names.
std::vector<Field> settings(const std::string& architecture = "", const std::string& task = "");

}  // namespace heed::session
