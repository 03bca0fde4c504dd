// Which recipe a run follows, and what it is.
#pragma once

#include "native/studio/form.h"
#include "native/studio/parts/data_file.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// `data`: the rows that a run reads where the form names a file of one's own.
void draw_recipe(Ui& ui, Form& form, DataFile& file);

}  // namespace heed::studio
