// Contributions as the door has them: not part of it, shared by its source files.
#pragma once

#include <string>
#include <vector>

#include "engine/explain/contributions.h"
#include "engine/session/explaining/explain.h"

namespace heed::session {

// `with_parts`: the parts of each term too.
ClassContributions class_contributions(const explain::Contributions& given,
                                       const std::vector<std::string>& labels, bool with_parts);

}  // namespace heed::session
