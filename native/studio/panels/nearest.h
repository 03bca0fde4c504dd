// The training sentences that are most like the sentence, to the model.
#pragma once

#include "native/studio/parts/data_table.h"
#include "native/studio/parts/nearest.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// Rows of the data file can stand in for those that the model was trained on.
void draw_nearest(Ui& ui, Nearest& nearest, Explorer& explorer, const DataTable& table);

}  // namespace heed::studio
