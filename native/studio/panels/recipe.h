// Which recipe a run follows, and what it is.
#pragma once

#include "native/studio/form.h"
#include "native/studio/parts/data_file.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// `file`: one's own, which another recipe is told of.
void draw_recipe(Ui& ui, Form& form, DataFile& file);

}  // namespace heed::studio
