// The look of every widget: the page's colours and spacing as an ImGui style.
#pragma once

#include "native/studio/ui/colour.h"

namespace heed::studio {

// `scale` multiplies every size: the screen's density times the user's text size.
void apply_theme(const Palette& palette, float scale);

}  // namespace heed::studio
