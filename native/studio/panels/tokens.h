// The sentence as the model reads it, coloured by the attention each token receives.
#pragma once

#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_tokens(Ui& ui, Explorer& explorer, const session::Edited* edited);

}  // namespace heed::studio
