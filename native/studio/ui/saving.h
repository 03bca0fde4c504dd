// A button that asks for a file, and what is written to it as the ending of its name says.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "engine/session/training/labelled.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

struct SavedAs {
  std::string file;  // that was chosen last
  std::string note;  // where it is now, or what went wrong
};

// True when a file was chosen.
bool save_button(Ui& ui, const std::string& label, const char* what, SavedAs* saved);

// By ending, ".csv" and so on: writes the file, or throws.
using SaveAs = std::map<std::string, std::function<void(const std::string& file)>>;

// ".png" besides: a picture of that part of the window. `saved` outlives the next frame.
void save_by_ending(Ui& ui, SavedAs* saved, const SaveAs& ways, ImVec2 min, ImVec2 max);

// The setting that saved tables are for spreadsheets, beside the last item or, where there is no room, below.
void spreadsheet_box(Ui& ui, const std::string& name);
session::Cells cells_of(const Ui& ui);

}  // namespace heed::studio
