// Back through the epochs of a run: the slider chooses which model is looked at, and the confusion matrix of
// then.
#include "native/studio/studio.h"
#include "native/studio/views/matrix.h"

namespace heed::studio {
namespace {

const Epoch* epoch_at(const Run& run, int epoch) {
  const Epoch* found = nullptr;
  for (const Epoch& entry : run.epochs)
    if (epoch < 0 || entry.epoch <= epoch) found = &entry;
  return found;
}

}  // namespace

void draw_epochs(Studio& studio) {
  Ui& ui = studio.ui;
  const std::shared_ptr<Run> run = studio.watched ? studio.watched : studio.selected;
  if (!run || run->snapshots.empty()) return;
  const int first = run->snapshots.front().epoch, last = run->snapshots.back().epoch;
  int shown = studio.watched_epoch < 0 ? last : studio.watched_epoch;
  const bool newest = studio.watched_epoch < 0;
  const std::string format = newest ? "after epoch %d, the newest" : "after epoch %d";
  ImGui::Dummy({0, ui.px(2)});
  if (slider(ui, "Epoch slider", &shown, first, last, format.c_str()))
    studio.watch(run, shown == last ? -1 : shown);
  tip("Goes back through the epochs: attention and prediction are those of the model as it was then");
}

void draw_confusion(Studio& studio, ImVec2 size) {
  Ui& ui = studio.ui;
  const std::shared_ptr<Run> run = studio.watched ? studio.watched : studio.selected;
  const Epoch* epoch = run ? epoch_at(*run, studio.watched_epoch) : nullptr;
  if (epoch == nullptr || !epoch->measured.is_object()) return;
  std::vector<std::string> classes;
  for (const nlohmann::json& entry : epoch->measured["per_class"])
    classes.push_back(entry["label"].get<std::string>());
  title(ui, "Confusion");
  ImGui::SameLine();
  ImGui::PushFont(ui.fonts->small());
  ImGui::TextDisabled("%s part, epoch %d; rows: true class", epoch->on_validation ? "validation" : "training",
                      epoch->epoch);
  ImGui::PopFont();
  confusion_matrix(ui, "Confusion matrix", classes,
                   epoch->measured["confusion"].get<std::vector<std::vector<int64_t>>>(),
                   {size.x, size.y - ui.px(26)});
}

}  // namespace heed::studio
