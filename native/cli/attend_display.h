// What attention between two texts was, for people: tokens, embeddings, every matrix on the way, the
// strongest pairs.
#pragma once

#include <ostream>

#include "engine/session/reading/attend.h"

namespace heed::cli {

void show(std::ostream& out, const session::Attended& attended, int top);

}  // namespace heed::cli
