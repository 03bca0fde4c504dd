// Choosing among the tokens that may come next.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/random.h"
#include "engine/session/writing/writer.h"

namespace heed::session {

// The `count` largest of x, in order; of equal ones the first.
std::vector<int> largest(const std::vector<double>& x, int64_t count);

// softmax(scores / temperature), temperature more than 0.
std::vector<double> softmax(const std::vector<double>& scores, double temperature);

// An id, drawn from what temperature, then top_k, then top_p leave; without temperature the likeliest.
int choose(const std::vector<double>& scores, const WritingOptions& options, Random& random);

}  // namespace heed::session
