// Runs of earlier starts, and of the command line, as the store keeps them.
#pragma once

#include <string>
#include <vector>

#include "native/studio/parts/run.h"

namespace heed::studio {

// The latest `most` that are over, the latest last: done, stopped (or killed, which is as good) or failed. A
// store that cannot be read holds none.
std::vector<Run> past_runs(const std::string& store, size_t most);

// The epochs that the store has of the run that writes this folder.
std::vector<Epoch> past_epochs(const std::string& store, const std::string& out);

}  // namespace heed::studio
