// What was done last, or what went wrong: one line below the head, gone with a click.
#pragma once

#include "native/studio/parts/notice.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_status(Ui& ui, Notice& notice);

}  // namespace heed::studio
