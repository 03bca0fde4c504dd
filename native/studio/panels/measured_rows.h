// From the figures of two models to the rows that they come from: errors, counts of a confusion matrix,
// disagreements. A row that is clicked is the sentence, whose maps both models show.
#pragma once

#include "native/studio/parts/comparison.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_measured_rows(Ui& ui, Comparison& comparison, Explorer& explorer);

}  // namespace heed::studio
