// What may come behind the sentence, and what of the sentence and the model says so.
#pragma once

#include "native/studio/parts/writing.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_next_word(Ui& ui, Writing& writing, Explorer& explorer);

}  // namespace heed::studio
