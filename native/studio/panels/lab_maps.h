// The maps of the lab, each with its formula, the entropy of every row, and when the mechanism is used.
#pragma once

#include "native/studio/parts/attending.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_lab_maps(Ui& ui, Attending& lab);

}  // namespace heed::studio
