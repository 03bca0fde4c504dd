// A bar per class with its probability, or one for any share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/analysis.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

// The most probable classes first where there are more than `most`, else in index order.
void bars(Ui& ui, const std::vector<session::ClassProbability>& classes, size_t most);

// Bars to click on: the label that was clicked. `notes` stand behind the labels of the classes they name.
struct Note {
  std::string label, words;
};
std::optional<std::string> bars_to_click(Ui& ui, const std::vector<session::ClassProbability>& classes,
                                         size_t most, const std::vector<Note>& notes);

// A bar with its number for each of these, as they come.
struct Share {
  std::string name;
  double share = 0;  // 0 to 1
  std::string note;  // behind the name
};
void shares(Ui& ui, const std::vector<Share>& given);

}  // namespace heed::studio
