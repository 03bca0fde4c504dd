#include "native/studio/panels/epochs.h"

#include <algorithm>

#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

const Epoch* epoch_at(const Run& run, int epoch) {
  const Epoch* found = nullptr;
  for (const Epoch& entry : run.epochs)
    if (epoch < 0 || entry.epoch <= epoch) found = &entry;
  return found;
}

// Where memory was short it is not kept.
const Snapshot* model_after(const Run& run, int epoch) {
  for (const Snapshot& one : run.snapshots)
    if (one.epoch == epoch) return &one;
  return nullptr;
}

// The map under a run may be that of another model, which was opened elsewhere.
void draw_whose_map(Ui& ui, Watch& watch, const Explorer& explorer) {
  const std::shared_ptr<Run>& run = watch.measured();
  if (!run || !explorer.model() || watch.is_explored() || explorer.opening) return;
  ImGui::AlignTextToFramePadding();
  text(ui, "The map and the prediction are those of " + explorer.title() + ", not of the run " +
               run->called() + (watch.can_show() ? "." : ", of which there is no model."));
  ui.mark("Another model's map");
  if (watch.can_show() && button(ui, "Show the run's model")) watch.follow(run, -1);
}

}  // namespace

void draw_epochs(Ui& ui, Watch& watch, const Explorer& explorer) {
  const std::shared_ptr<Run> run = watch.measured();
  if (!run) return;
  draw_whose_map(ui, watch, explorer);
  if (run->snapshots.empty() || !watch.is_explored()) return;
  const int first = run->snapshots.front().epoch, last = run->snapshots.back().epoch;
  const bool newest = watch.epoch() < 0;
  int shown = watch.explored_epoch();
  const std::string format = std::string(watch.is_finished() ? "finished, " : "") + "after epoch " +
                             std::to_string(shown) + (newest && !watch.is_finished() ? ", the newest" : "");
  ImGui::Dummy({0, ui.px(2)});
  if (slider(ui, "Epoch slider", &shown, first, last, format.c_str()))
    watch.follow(run, shown == last ? -1 : shown);
  tip("Goes back through the epochs: attention and prediction are those of the model as it was then");
}

std::optional<ClickedCell> draw_confusion(Ui& ui, const Watch& watch, ImVec2 size) {
  const std::shared_ptr<Run>& run = watch.measured();
  const int explored = watch.explored_epoch();
  const Epoch* epoch = run ? epoch_at(*run, explored >= 0 ? explored : watch.epoch()) : nullptr;
  if (epoch == nullptr || epoch->confusion.empty()) return std::nullopt;
  title(ui, "Confusion");
  soft(ui, run->called() + ", " + (epoch->on_validation ? "validation" : "training") + " part after epoch " +
               std::to_string(epoch->epoch) + ". A row is the true class, a column the predicted one.");
  const Snapshot* after = model_after(*run, epoch->epoch);
  const float height = ui.px(40) * static_cast<float>(run->labels.size()) + ui.px(110);
  const auto cell =
      confusion_matrix(ui, "Confusion matrix", run->labels, epoch->confusion,
                       {size.x, std::min(size.y - ui.px(60), height)}, after ? ". A click shows them" : "");
  if (!cell || after == nullptr) return std::nullopt;
  return ClickedCell{run, *after, epoch->on_validation, *cell};
}

}  // namespace heed::studio
