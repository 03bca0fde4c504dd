// What the model says of the sentence, where that is no class.
#pragma once

#include "native/studio/parts/explorer.h"
#include "native/studio/parts/findings.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_findings(Ui& ui, Findings& findings, Explorer& explorer);

}  // namespace heed::studio
