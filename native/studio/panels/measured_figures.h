// How a model did on the rows it was measured on: by class, by what rows have in common, and whether its
// probabilities can be believed. From each figure a click leads to its rows.
#pragma once

#include "native/studio/parts/comparison.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_measured_figures(Ui& ui, Comparison& comparison, size_t side);

}  // namespace heed::studio
