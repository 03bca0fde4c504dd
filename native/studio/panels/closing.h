// Asks whether the window may close although something trains.
#pragma once

#include <string>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct Closing {
  bool asked = false;   // the window is to close while something trains
  bool agreed = false;  // it may
};

void draw_closing(Ui& ui, const std::string& run, Closing& closing);

}  // namespace heed::studio
