// A run that several processes share: what rank 0 tells the others of it.
#pragma once

#include "engine/ranks/shared_task.h"
#include "engine/session/training/inside/trainee.h"
#include "engine/tasks/recipe.h"

namespace heed::session {

// The recipe, the network with its weights, and what is to be known of the task: all that the others begin
// with. They wait for it in follow() (session/training/ranks.h).
void tell_run(Ranks& ranks, const Recipe& recipe, const LeadingTask& task, Trainee& trainee,
              const Device& device, bool measure_train);

// What the recipe asks of a device: "float32", "tf32" or "bf16".
std::string precision_of(const Recipe& recipe);

}  // namespace heed::session
