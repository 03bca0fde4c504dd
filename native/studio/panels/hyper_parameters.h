// Every value of a run that can be changed, with its range and meaning when pointed at.
#pragma once

#include "native/studio/form.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_hyper_parameters(Ui& ui, Form& form);

}  // namespace heed::studio
