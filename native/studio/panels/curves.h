// Loss and accuracy of the runs over their epochs, one on the other.
#pragma once

#include "native/studio/parts/run_queue.h"
#include "native/studio/ui/ui.h"
#include "native/studio/views/line_chart.h"

namespace heed::studio {

// `range`: the epochs that are shown, of both charts.
void draw_curves(Ui& ui, const RunQueue& runs, ChartRange& range, float height);

}  // namespace heed::studio
