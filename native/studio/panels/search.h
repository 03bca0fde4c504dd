// A search over settings: what is tried, how far it is, and which choices are best.
#pragma once

#include "native/studio/form.h"
#include "native/studio/parts/tuning.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// `ready`: the data of a run is there.
void draw_search(Ui& ui, Tuning& tuning, Form& form, bool ready);

}  // namespace heed::studio
