// The list of runs below their curves, and the figures of the selected one.
#pragma once

#include "native/studio/parts/notice.h"
#include "native/studio/parts/run_queue.h"
#include "native/studio/parts/watch.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_runs(Ui& ui, RunQueue& runs, Watch& watch);
// With what people call it and note of it.
void draw_figures(Ui& ui, const Watch& watch, Notice& notice);

}  // namespace heed::studio
