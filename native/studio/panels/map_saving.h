// The map that is shown, or all that was found, as a file.
#pragma once

#include <string>

#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// A row per query, a column per key (RFC 4180), as the page saves it.
std::string map_as_csv(const Heat& heat);

void draw_map_saving(Ui& ui, Explorer& explorer, const Heat& shown, ImVec2 min, ImVec2 max);

}  // namespace heed::studio
