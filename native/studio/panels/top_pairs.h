// The strongest weights of the last layer: which word looks most at which.
#pragma once

#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_top_pairs(Ui& ui, Explorer& explorer, const session::Edited* edited);

}  // namespace heed::studio
