// Settings of a recipe that its run does not look at.
#pragma once

#include <string>

#include "engine/tasks/recipe.h"
#include "engine/tasks/task.h"

namespace heed::session {

// One line that names those that are not as usual, and says what would read each; "": there are none.
// `fine_tunes`: a model that is there, with a tokenizer of its own.
std::string idle_settings(const Recipe& recipe, const TaskEntry& task, bool fine_tunes);

}  // namespace heed::session
