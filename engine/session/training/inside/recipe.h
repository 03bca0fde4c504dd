// A recipe: everything a training run needs, as JSON. Missing keys have the defaults of
// tasks/recipe_fields.h; a key that is not one of them is an Error, so that a slip of the pen does not train
// something else.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/tasks/recipe.h"

namespace heed::session {

// `name_or_file`: a value with '/' or '.' in it is a file, another one the name of a recipe. An unknown name
// is a UsageError that lists the names. `set` holds KEY=VALUE with dotted keys; VALUE is JSON or plain text.
Recipe load_recipe(const std::string& name_or_file, const std::vector<std::string>& set);

// What a recipe gives, with the defaults of all else; also one that a card shows, of an earlier version.
Recipe complete_recipe(const std::string& name, nlohmann::json given, const std::string& file);

// KEY=VALUE into a recipe's or a model's "data" object; a key may begin with "data.". UsageError for a key
// that recipes do not have there.
void set_data_keys(nlohmann::json& data, const std::vector<std::string>& set);

// Folders that are searched for recipes, in this order.
std::vector<std::string> recipe_folders();
// The same of what ships beside the program: "recipes", "models".
std::vector<std::string> shipped_folders(const std::string& kind);

}  // namespace heed::session
