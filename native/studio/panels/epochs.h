// Back through the epochs of a run: the slider chooses which model is looked at, and the confusion matrix of
// then.
#pragma once

#include "native/studio/parts/watch.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_epochs(Ui& ui, Watch& watch);
void draw_confusion(Ui& ui, const Watch& watch, ImVec2 size);

}  // namespace heed::studio
