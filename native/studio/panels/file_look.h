// A data file as it is, before its rows are rows: how its bytes are read, its columns, which of them are the
// text and the label, what its texts are like, and what speaks against training on it.
#pragma once

#include "native/studio/parts/data_file.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_file_look(Ui& ui, DataFile& file);

// The same in a line or two; true when all of it is asked for.
bool draw_file_summary(Ui& ui, const DataFile& file);

}  // namespace heed::studio
