// How often something is right where it is so sure: a bar for each bin of confidence beside the line on which
// both are the same (DeGroot & Fienberg 1983).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct ReliabilityBin {
  double from = 0, to = 0, confidence = 0, accuracy = 0;
  int64_t n = 0;
};

// Pointing at a bin reads it.
void reliability_diagram(Ui& ui, const std::string& label, const std::vector<ReliabilityBin>& bins,
                         ImVec2 size);

}  // namespace heed::studio
