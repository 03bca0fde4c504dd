// Start, pause, step, stop, go on; and the figures of the run that trains.
#include <algorithm>
#include <thread>

#include "native/studio/studio.h"

namespace heed::studio {
namespace {

void orders(Studio& studio) {
  Ui& ui = studio.ui;
  const std::shared_ptr<Run> active = studio.runs.active();
  const bool training = active && active->state == RunState::kTraining;
  const bool paused = active && active->state == RunState::kPaused;
  if (button(ui, active ? "Queue" : "Start", studio.form.problem().empty() && !studio.data.loading, !active))
    studio.start_training();
  tip(active ? "Waits until the run that trains has ended" : "Trains with what is chosen here");
  ImGui::SameLine();
  if (paused ? button(ui, "Go on") : button(ui, "Pause", training)) {
    if (paused)
      studio.runs.go_on();
    else
      studio.runs.pause();
  }
  ImGui::SameLine();
  if (button(ui, "Epoch", paused || training)) studio.runs.step_epoch();
  tip("Trains to the end of the epoch, then pauses");
  ImGui::SameLine();
  if (button(ui, "Stop", paused || training)) studio.runs.stop();
  tip("Keeps the model as it is now. The run can go on from its last whole epoch.");
}

// Where it is computed. What is not there says why.
void device(Studio& studio) {
  Ui& ui = studio.ui;
  std::vector<std::string> names;
  for (const session::DeviceEntry& entry : studio.devices)
    names.push_back(entry.name + ": " + entry.description);
  size_t chosen = 0;
  if (choose(ui, "Device", names, &chosen) && !studio.devices[chosen].available)
    studio.problem = studio.devices[chosen].name + " is " + studio.devices[chosen].description + ".";
  int most = std::max(studio.form.threads, static_cast<int>(std::thread::hardware_concurrency()));
  if (most > 1) slider(ui, "Threads", &studio.form.threads, 1, most, "threads: %.0f");
  tip("Threads that train. One processor is best left to the window.");
}

// A run left by the last session can go on.
void unfinished(Studio& studio) {
  Ui& ui = studio.ui;
  auto& left = studio.settings.unfinished;
  for (size_t i = 0; i < left.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    soft(ui, left[i].name + " was not finished.");
    const bool go_on = button(ui, "Go on with " + left[i].name);
    ImGui::SameLine();
    const bool forget = quiet_button(ui, "Forget it");
    ImGui::PopID();
    if (go_on) {
      studio.selected = studio.watched = studio.runs.add(left[i].name, left[i].options);
      studio.watched_epoch = -1;
    }
    if (go_on || forget) {
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }
}

}  // namespace

void draw_train(Studio& studio) {
  Ui& ui = studio.ui;
  hairline(ui);
  device(studio);
  orders(studio);
  const std::shared_ptr<Run> run = studio.runs.active();
  if (run && run->progress.steps > 0) {
    const session::Progress& p = run->progress;
    const double done = p.epochs > 0 ? (static_cast<double>(std::max(0, p.epoch - 1)) +
                                        static_cast<double>(p.step) / static_cast<double>(p.steps)) /
                                           p.epochs
                                     : 0;
    ImGui::ProgressBar(static_cast<float>(done), {-1, ui.px(6)}, "");
    soft(ui, run->name + " is " + name_of(run->state) + ": epoch " + std::to_string(p.epoch) + " of " +
                 std::to_string(p.epochs));
    ui.mark("Progress");
    if (!p.remark.empty()) {
      soft(ui, "Note: " + p.remark);
      ui.mark("Remark");
    }
  } else if (run) {
    soft(ui, run->name + " is " + name_of(run->state) + " …");
  }
  unfinished(studio);
  for (const std::shared_ptr<Run>& failed : studio.runs.runs())
    if (failed->state == RunState::kFailed && failed == studio.selected) problem(ui, failed->problem);
}

}  // namespace heed::studio
