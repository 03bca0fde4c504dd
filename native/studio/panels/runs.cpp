#include "native/studio/panels/runs.h"

#include <algorithm>
#include <exception>

#include "engine/session/runs/run_store.h"

#include "native/numbers.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// The run's colour and whether its curves are drawn.
void colour_and_tick(Ui& ui, Run& run) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + ui.px(7)}, {at.x + ui.px(12), at.y + ui.px(17)},
                                            ui.colours().of_class(static_cast<size_t>(run.number)), ui.px(2));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(18));
  check_box(ui, "##shown " + run.name, &run.shown);
  tip("Shows its curves");
}

bool name_and_state(Ui& ui, const Run& run, bool selected) {
  ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0, 0.5f});
  const std::string words = run.called() + ", " + name_of(run.state);
  const bool clicked =
      ImGui::Selectable(words.c_str(), selected, 0,
                        {std::max(ui.px(100), ImGui::GetContentRegionAvail().x - ui.px(150)), ui.px(24)});
  ui.mark("run " + run.name);
  ImGui::PopStyleVar();
  tip(run.description.empty() ? run.problem : run.description);
  return clicked;
}

void run_orders(Ui& ui, const std::shared_ptr<Run>& run, RunQueue& runs, Watch& watch) {
  const bool can_resume =
      !run->trial && (run->state == RunState::kStopped || run->state == RunState::kFailed);
  if (can_resume && quiet_button(ui, "Resume")) runs.resume(run);
  if (can_resume) ImGui::SameLine();
  if (!run->active() && quiet_button(ui, "Remove")) {
    if (watch.selected == run) watch.selected.reset();
    if (watch.run() == run) watch.leave();
    runs.remove(run);
  } else if (run->active()) {
    ImGui::NewLine();
  }
}

// Shows what the selected run is called, and what is noted of it, in the run store.
void draw_notes(Ui& ui, Run& run, Notice& notice) {
  if (run.record.empty()) return;
  ImGui::Columns(2, "notes", false);
  input(ui, "##Run title", &run.title, run.name.c_str());
  bool done = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::NextColumn();
  input(ui, "##Run note", &run.note, "a note on this run");
  done = ImGui::IsItemDeactivatedAfterEdit() || done;
  ImGui::Columns(1);
  if (!done) return;
  try {
    session::describe_run({{"folder", run.record}}, run.title, run.note);
  } catch (const std::exception& error) {
    notice.problem = error.what();
  }
}

// "0.905 of 42": on how many examples, too, where it is known.
std::string validation_accuracy(const Epoch& epoch) {
  if (!epoch.validation_accuracy) return "–";
  const std::string of = epoch.validation_n ? " of " + with_separators(*epoch.validation_n) : "";
  return decimal(*epoch.validation_accuracy, 3) + of;
}

}  // namespace

void draw_runs(Ui& ui, RunQueue& runs, Watch& watch) {
  for (const std::shared_ptr<Run>& run : std::vector(runs.runs())) {
    ImGui::PushID(run->number);
    colour_and_tick(ui, *run);
    ImGui::SameLine();
    if (name_and_state(ui, *run, run == watch.selected)) {
      watch.selected = run;
      run->shown = true;
      watch.follow(run, -1);
    }
    ImGui::SameLine();
    run_orders(ui, run, runs, watch);
    ImGui::PopID();
  }
}

void draw_figures(Ui& ui, const Watch& watch, Notice& notice) {
  if (!watch.selected) return;
  draw_notes(ui, *watch.selected, notice);
  const Run& run = *watch.selected;
  const session::Progress& p = run.progress;
  const std::string validated = run.epochs.empty() ? "–" : validation_accuracy(run.epochs.back());
  const std::pair<const char*, std::string> all[] = {
      {"epoch", std::to_string(p.epoch) + " of " + std::to_string(p.epochs)},
      {"training loss", decimal(p.loss, 4)},
      {"training accuracy", decimal(p.accuracy, 3)},
      {"validation accuracy", validated},
      {"learning rate", decimal(p.rate, 6)},
      {"gradient norm", p.gradient_norm > 0 ? decimal(p.gradient_norm, 3) : "–"},
      {"tokens/s",
       p.tokens_per_second > 0 ? with_separators(static_cast<int64_t>(p.tokens_per_second)) : "–"},
      {"time left", run.active() ? duration(p.seconds_left) : name_of(run.state)}};
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (const auto& [name, value] : all) {
    // In a narrow column they take two rows.
    const bool fits = ImGui::GetItemRectMax().x + ui.px(110) < right;
    if (&name != &all[0].first && fits) ImGui::SameLine(0, ui.px(20));
    figure(ui, name, value);
    ui.mark(std::string("figure ") + name);
  }
}

}  // namespace heed::studio
