// Back through the epochs of a run: the slider chooses which model is looked at, and the confusion matrix of
// then.
#pragma once

#include <memory>
#include <optional>

#include "native/studio/parts/watch.h"
#include "native/studio/ui/ui.h"
#include "native/studio/views/matrix.h"

namespace heed::studio {

void draw_epochs(Ui& ui, Watch& watch, const Explorer& explorer);

// A cell of the matrix that was clicked, and the model that the matrix is of.
struct ClickedCell {
  std::shared_ptr<const Run> run;
  Snapshot after;  // which epoch
  bool on_validation = false;
  MatrixCell cell;
};
std::optional<ClickedCell> draw_confusion(Ui& ui, const Watch& watch, ImVec2 size);

}  // namespace heed::studio
