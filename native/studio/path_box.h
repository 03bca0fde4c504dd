// A box for a path, with what there is to complete it: no file dialog is needed.
#pragma once

#include <string>
#include <vector>

#include "native/studio/widgets.h"

namespace heed::studio {

// What `typed` may go on to, at most `limit`: folders end with '/'. A leading "~/" is the home folder.
std::vector<std::string> completions(const std::string& typed, size_t limit);

std::string expand_home(const std::string& path);

// True when Enter was pressed or a file was chosen from the list. Tab and a click complete.
bool path_box(Ui& ui, const std::string& label, std::string* path, const char* hint);

}  // namespace heed::studio
