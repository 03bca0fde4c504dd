// What the model says about the sentence.
#pragma once

#include <optional>

#include "engine/session/models/analysis.h"
#include "native/studio/parts/why.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// With `why` a click on a class asks why it, with Shift why not it.
void draw_prediction(Ui& ui, const std::optional<session::Analysis>& analysis, Why* why = nullptr);

}  // namespace heed::studio
