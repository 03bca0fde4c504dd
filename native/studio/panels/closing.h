// Asks whether the window may close although something trains, or is not saved.
#pragma once

#include <string>

#include "native/studio/ui/ui.h"

namespace heed::studio {

struct Closing {
  bool asked = false;   // the window is to close
  bool agreed = false;  // it may
};

// `run`: that trains, or ""; `unsaved`: rows that were changed.
void draw_closing(Ui& ui, const std::string& run, size_t unsaved, Closing& closing);

}  // namespace heed::studio
