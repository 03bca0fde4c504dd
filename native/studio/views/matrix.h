// A confusion matrix: a row per true class, a column per predicted one, coloured by the share of its row.
#pragma once

#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

void confusion_matrix(Ui& ui, const std::string& label, const std::vector<std::string>& classes,
                      const std::vector<std::vector<int64_t>>& counts, ImVec2 size);

}  // namespace heed::studio
