// What the model says about the sentence.
#pragma once

#include <optional>

#include "engine/session/models/analysis.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_prediction(Ui& ui, const std::optional<session::Analysis>& analysis);

}  // namespace heed::studio
