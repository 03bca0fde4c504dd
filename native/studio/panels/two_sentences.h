// Attention from the words of one sentence to those of another, over word vectors, with every matrix on the
// way.
#pragma once

#include "native/studio/panels/word_vectors.h"
#include "native/studio/parts/attending.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_two_sentences(Ui& ui, Attending& section, WordVectorsPanel& vectors);

}  // namespace heed::studio
