// What a model wrote of the sentence: another word may be taken in any place, and the beam be looked at.
#pragma once

#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_translation(Ui& ui, Explorer& explorer);

}  // namespace heed::studio
