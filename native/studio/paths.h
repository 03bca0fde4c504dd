// Paths as people type them, and folders that are models.
#pragma once

#include <string>
#include <vector>

#include "engine/session/training/recipes.h"

namespace heed::studio {

std::string expand_home(const std::string& path);  // a leading "~/" is the home folder
std::string absolute(const std::string& path);  // what is remembered must be found from another folder, too

// What `typed` may go on to, at most `limit`: folders end with '/'. A leading "~/" is the home folder.
std::vector<std::string> completions(const std::string& typed, size_t limit);

bool is_model(const std::string& path);
// The folders of models that ship with a tokenizer, by name.
std::vector<std::string> shipped_models(const std::vector<session::RecipeEntry>& recipes);
// A model that ships, beside the recipes; "" when it is not there.
std::string shipped_model(const std::vector<session::RecipeEntry>& recipes, const std::string& name);

}  // namespace heed::studio
