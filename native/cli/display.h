// An Analysis for people: the classes, the tokens with the attention they receive, the strongest pairs and,
// if wanted, the attention weights as tables.
#pragma once

#include <ostream>

#include "engine/session/analysis.h"

namespace heed::cli {

void show(std::ostream& out, const session::Analysis& analysis, bool with_weights);

}  // namespace heed::cli
