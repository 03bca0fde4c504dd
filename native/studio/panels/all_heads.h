// Every head of every layer, small; a click makes one the map.
#pragma once

#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_all_heads(Ui& ui, Explorer& explorer, const session::Edited* edited, ImVec2 size);

}  // namespace heed::studio
