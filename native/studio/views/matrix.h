// A confusion matrix: a row per true class, a column per predicted one, coloured by the share of its row.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

// Where a count was clicked: its true class and the predicted one. `hint`: what a click on one does.
using MatrixCell = std::pair<size_t, size_t>;
std::optional<MatrixCell> confusion_matrix(Ui& ui, const std::string& label,
                                           const std::vector<std::string>& classes,
                                           const std::vector<std::vector<int64_t>>& counts, ImVec2 size,
                                           const char* hint = "");

}  // namespace heed::studio
