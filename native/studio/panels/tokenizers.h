// A text on its way to numbers, by two tokenizers side by side: normalized, words, pieces, ids, text again.
// What is pointed at lights up wherever it stands.
#pragma once

#include "native/studio/parts/tokenizers.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_tokenizers(Ui& ui, Tokenizers& tokenizers);

}  // namespace heed::studio
