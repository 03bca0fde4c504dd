#include "native/studio/panels/train.h"

#include <algorithm>
#include <thread>

#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// From 0 to 1.
double share_done(const session::Progress& p) {
  if (p.epochs <= 0) return 0;
  const double step = static_cast<double>(p.step) / static_cast<double>(p.steps);
  return (static_cast<double>(std::max(0, p.epoch - 1)) + step) / p.epochs;
}

}  // namespace

void draw_device(Ui& ui, const std::vector<session::DeviceEntry>& devices, Form& form, Notice& notice) {
  hairline(ui);
  std::vector<std::string> names;
  names.reserve(devices.size());
  for (const session::DeviceEntry& entry : devices) names.push_back(entry.name + ": " + entry.description);
  size_t chosen = 0;
  if (choose(ui, "Device", names, &chosen) && !devices[chosen].available)
    notice.problem = devices[chosen].name + " is " + devices[chosen].description + ".";
  const int most = std::max(form.threads, static_cast<int>(std::thread::hardware_concurrency()));
  if (most > 1) slider(ui, "Threads", &form.threads, 1, most, "threads: %.0f");
  tip("Threads for training. Leave one processor for the window.");
}

void draw_orders(Ui& ui, RunQueue& runs, Watch& watch, const Form& form, bool ready) {
  const std::shared_ptr<Run> active = runs.active();
  const bool training = active && active->state == RunState::kTraining;
  const bool paused = active && active->state == RunState::kPaused;
  const bool preparing = active && active->state == RunState::kPreparing;
  if (button(ui, active ? "Queue" : "Start", ready && form.problem().empty(), !active))
    watch.begin(runs.add(form.options(runs_folder())));
  tip(active ? "Waits until the run that trains has ended" : "Trains with what is chosen here");
  ImGui::SameLine();
  if (paused ? button(ui, "Go on") : button(ui, "Pause", training)) {
    if (paused)
      runs.go_on();
    else
      runs.pause();
  }
  ImGui::SameLine();
  if (button(ui, "Epoch", paused || training)) runs.step_epoch();
  tip("Trains to the end of the epoch, then pauses");
  ImGui::SameLine();
  if (button(ui, "Stop", paused || training || preparing)) runs.stop();
  tip("Keeps the model as it is now. The run can go on from its last whole epoch.");
}

void draw_progress(Ui& ui, const RunQueue& runs) {
  const std::shared_ptr<Run> run = runs.active();
  if (!run) return;
  const session::Progress& p = run->progress;
  if (p.steps == 0)
    return soft(ui, run->name + " is " + name_of(run->state) +
                        (run->preparing.empty() ? " …" : ": " + run->preparing));
  ImGui::ProgressBar(static_cast<float>(share_done(p)), {-1, ui.px(6)}, "");
  soft(ui, run->name + " is " + name_of(run->state) + ": epoch " + std::to_string(p.epoch) + " of " +
               std::to_string(p.epochs));
  ui.mark("Progress");
  if (p.remark.empty()) return;
  soft(ui, "Note: " + p.remark);
  ui.mark("Remark");
}

void draw_unfinished(Ui& ui, std::vector<Unfinished>& left, RunQueue& runs, Watch& watch) {
  for (size_t i = 0; i < left.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    soft(ui, left[i].name + " was not finished.");
    const bool go_on = button(ui, "Go on with " + left[i].name);
    ImGui::SameLine();
    const bool forget = quiet_button(ui, "Forget it");
    ImGui::PopID();
    if (go_on) watch.begin(runs.add(left[i].options));
    if (!go_on && !forget) continue;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

void draw_failure(Ui& ui, const Watch& watch) {
  if (watch.selected && watch.selected->state == RunState::kFailed) problem(ui, watch.selected->problem);
}

}  // namespace heed::studio
