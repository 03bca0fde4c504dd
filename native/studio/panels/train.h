// Start, pause, step, stop, go on; where it is computed; and how far the run is that trains.
#pragma once

#include <vector>

#include "engine/session/models/devices.h"
#include "native/studio/form.h"
#include "native/studio/parts/notice.h"
#include "native/studio/parts/run_queue.h"
#include "native/studio/parts/watch.h"
#include "native/studio/settings.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// Where it is computed. What is not there says why.
void draw_device(Ui& ui, const std::vector<session::DeviceEntry>& devices, Form& form, Notice& notice);

// `ready`: the data of the next run has been read.
void draw_orders(Ui& ui, RunQueue& runs, Watch& watch, const Form& form, bool ready);

void draw_progress(Ui& ui, const RunQueue& runs);

// Runs that the last session left can go on.
void draw_unfinished(Ui& ui, std::vector<Unfinished>& left, RunQueue& runs, Watch& watch);

void draw_failure(Ui& ui, const Watch& watch);  // of the selected run

}  // namespace heed::studio
