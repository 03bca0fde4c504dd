// The attention map of the sentence, with room for another drawing beside it.
#pragma once

#include <functional>

#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// Draws into the room that is left beside the map.
using BesideMap = std::function<void(ImVec2 size)>;

// `height` is that of the whole panel; `beside` may be null. With `edited` the map is as it is under edits.
void draw_attention(Ui& ui, Explorer& explorer, float height, const BesideMap& beside,
                    const session::Edited* edited = nullptr);

}  // namespace heed::studio
