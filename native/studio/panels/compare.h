// Two models side by side: on the same sentence, and on the same labelled rows.
#pragma once

#include <string>
#include <vector>

#include "native/studio/parts/comparison.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// The sentence is the explorer's, and what is pointed at in one map is shown in all. `recent`: model folders.
void draw_compare(Ui& ui, Comparison& comparison, Explorer& explorer, const std::vector<std::string>& recent);

}  // namespace heed::studio
