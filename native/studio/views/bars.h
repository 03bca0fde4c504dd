// A bar per class with its probability, or one for any share.
#pragma once

#include <string>
#include <vector>

#include "engine/session/models/analysis.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// The most probable classes first where there are more than `most`, else in index order.
void bars(Ui& ui, const std::vector<session::ClassProbability>& classes, size_t most);

}  // namespace heed::studio
