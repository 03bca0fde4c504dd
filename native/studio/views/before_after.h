// The probabilities of classes before a change and after it, side by side.
#pragma once

#include <vector>

#include "engine/session/models/analysis.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// Both of the same classes. Those of the largest probabilities where there are more than `most`.
void before_after(Ui& ui, const std::vector<session::ClassProbability>& before,
                  const std::vector<session::ClassProbability>& after, size_t most);

}  // namespace heed::studio
