// How a task is trained, described: the "training" object of a recipe.
#pragma once

#include "engine/base/fields.h"
#include "engine/tasks/options.h"

namespace heed {

const Fields<TrainingOptions>& training_fields();

}  // namespace heed
