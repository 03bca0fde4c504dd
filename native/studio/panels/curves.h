// Loss and accuracy of the runs over their epochs, one on the other; saved as a table or as a picture.
#pragma once

#include "engine/session/training/labelled.h"
#include "native/studio/parts/run_queue.h"
#include "native/studio/parts/watch.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_curves(Ui& ui, const RunQueue& runs, CurveLook& look, float height);

// A row for each epoch of the runs whose curves are shown.
std::string curves_as_csv(const std::vector<std::shared_ptr<Run>>& runs, session::Cells cells);

}  // namespace heed::studio
