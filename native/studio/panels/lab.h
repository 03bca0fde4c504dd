// The ways to attend that papers have proposed, side by side over the same vectors.
#pragma once

#include "native/studio/panels/word_vectors.h"
#include "native/studio/parts/attending.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_lab(Ui& ui, Attending& lab, WordVectorsPanel& vectors);

}  // namespace heed::studio
