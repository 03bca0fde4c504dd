// The sentence that is looked at, large, and the model that reads it.
#pragma once

#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_sentence(Ui& ui, Explorer& explorer);

}  // namespace heed::studio
