// A box for a path, with what there is to complete it: no file dialog is needed.
#pragma once

#include <string>

#include "native/studio/ui/ui.h"

namespace heed::studio {

// True when Enter was pressed or a file was chosen from the list; then a leading "~/" is the home folder's
// path. Tab and a click complete.
bool path_box(Ui& ui, const std::string& label, std::string* path, const char* hint);

}  // namespace heed::studio
