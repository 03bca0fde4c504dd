// An Explanation for people: the classes, what each word adds for and against one of them, the other methods
// beside it, and what edits did.
#pragma once

#include <ostream>

#include "engine/session/explaining/explain.h"

namespace heed::cli {

void show(std::ostream& out, const session::Explanation& explanation, const session::ExplainOptions& options);

// "send +3.42, draft +0.40, missing -0.31": the terms of largest size.
std::string strongest(const session::Explanation& explanation, const std::vector<double>& terms);

}  // namespace heed::cli
