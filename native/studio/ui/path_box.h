// A box for a path, with what there is to complete it, and beside it a button that shows the files there are.
#pragma once

#include <string>

#include "native/studio/ui/file_chooser.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// True when Enter was pressed or something was chosen; then a leading "~/" is the home folder's path. Tab and
// a click complete.
bool path_box(Ui& ui, const std::string& label, std::string* path, const char* hint,
              PathFor what = PathFor::kFile);

}  // namespace heed::studio
