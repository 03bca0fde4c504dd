// Where a run's rows come from: what the recipe names, or a file of one's own, with its columns, classes and
// problems.
#pragma once

#include "native/studio/form.h"
#include "native/studio/parts/data_file.h"
#include "native/studio/parts/data_table.h"
#include "native/studio/parts/fetching.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// Asks about unsaved changes before another file replaces them.
void draw_unsaved(Ui& ui, DataFile& file, const DataTable& table);

// True when the file is to be looked at as a whole.
bool draw_data_source(Ui& ui, DataFile& file, const DataTable& table, Form& form, Fetching& fetching);

}  // namespace heed::studio
