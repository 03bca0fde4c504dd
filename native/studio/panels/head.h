// The line at the top: what the window shows, what computes, and how it looks.
#pragma once

#include <vector>

#include "engine/session/models/devices.h"
#include "native/studio/section.h"
#include "native/studio/settings.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_head(Ui& ui, Section& section, Settings& settings,
               const std::vector<session::DeviceEntry>& devices);

}  // namespace heed::studio
