// The last result or error: one line below the head, which a click removes.
#pragma once

#include "native/studio/parts/notice.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_status(Ui& ui, Notice& notice);

}  // namespace heed::studio
