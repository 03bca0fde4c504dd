// The map that is shown, or all that was found, as a file.
#pragma once

#include <string>

#include "engine/session/training/labelled.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// A row per query, a column per key (RFC 4180).
std::string map_as_csv(const Heat& heat, session::Cells cells);

void draw_map_saving(Ui& ui, Explorer& explorer, const session::Edited* edited, const Heat& shown, ImVec2 min,
                     ImVec2 max);

}  // namespace heed::studio
