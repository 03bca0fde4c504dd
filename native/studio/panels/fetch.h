// The recipe's public data set, where it is not on this machine: a button gets it.
#pragma once

#include "native/studio/form.h"
#include "native/studio/parts/fetching.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// Whether the next run has data to read: of one's own, or of the recipe's set if it names one.
bool has_data(const Form& form);

void draw_fetch(Ui& ui, Fetching& fetching, const Form& form);

}  // namespace heed::studio
