// One mechanism of the lab, step by step for a row: q and k, scores, scale, mask, weights, weighted sum.
#pragma once

#include "native/studio/parts/attending.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_lab_steps(Ui& ui, Attending& lab);

}  // namespace heed::studio
