// The batches of a step in parts: texts that lie one after the other, in each part about as many tokens. Each
// rank computes some of the parts.
#pragma once

#include <string>
#include <vector>

#include "engine/models/network.h"
#include "engine/ranks/ranks.h"
#include "engine/tasks/task.h"

namespace heed {

// As many parts as are asked for, some without a text where there are few. `output`: what the labels are
// about. Shares of the loss are the caller's to set.
std::vector<StepBatch> parts_of(const StepBatch& whole, Output output, int count);

// The parts of a step that a process computes.
struct StepParts {
  int count = 0;                            // of the whole step
  int first = 0;                            // the number of the first own part
  std::vector<std::vector<StepBatch>> own;  // of each own part: that of each of the step's batches
};

// Sends the other ranks their parts of all, and gives those of rank 0; the others receive theirs.
StepParts share_out(StepParts all, Ranks& ranks);
StepParts receive_parts(Ranks& ranks);

// Own parts as bytes, and back.
std::string write_parts(const StepParts& parts);
StepParts read_parts(const std::string& bytes);

}  // namespace heed
