// The batch of a step, shared out: rows of texts that lie one after the other, to each rank about as many
// tokens.
#pragma once

#include <string>
#include <vector>

#include "engine/models/network.h"
#include "engine/tasks/task.h"

namespace heed {

// As many parts as ranks, some without a text where there are few. `output`: what the labels are about.
// Shares of the loss are the caller's to set.
std::vector<StepBatch> parts_of(const StepBatch& whole, Output output, int ranks);

// A part as bytes, and back.
std::string write_part(const StepBatch& part);
StepBatch read_part(const std::string& bytes);

}  // namespace heed
