// A recipe's or a model's "data" object, before the files that a user gives are read by it.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/session/training/training.h"
#include "engine/tasks/recipe.h"

namespace heed::session {

// The keys of "data" that KEY=VALUE settings name, with "data." before them or, where `bare`, without.
std::set<std::string> data_keys_in(const std::vector<std::string>& set, bool bare);

// Where these settings do not read the first of `paths`, all that are not `asked` for give way to what each
// file looks like (data/format_guess.h, data/columns.h). Returns what is said about it; "": they fit. `whose`
// is "recipe" or "model".
std::string fit_data(nlohmann::json& data, const std::vector<std::string>& paths,
                     const std::set<std::string>& asked, const std::string& whose);

// The same of a recipe for classifiers and the files that were given for it; and its own test file belongs to
// its own data. A recipe file of the user's own asks for all that it sets, but for the format.
std::string fit_recipe(Recipe& recipe, const TrainOptions& options);

}  // namespace heed::session
