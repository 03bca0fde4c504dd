// Loss and accuracy of the runs over their epochs, one on the other, and the figures of the chosen run.
#include <algorithm>

#include "native/studio/studio.h"

namespace heed::studio {
namespace {

constexpr float kNoCeiling = 1e30f;

// A curve for the validation part (full line) and one for the training part (dashed) of every shown run.
std::vector<Curve> curves_of(Studio& studio, bool accuracy) {
  std::vector<Curve> curves;
  for (const std::shared_ptr<Run>& run : studio.runs.runs()) {
    if (!run->shown) continue;
    const ImU32 colour = studio.palette.of_class(static_cast<size_t>(run->number));
    Curve train{run->name + " train", colour, true, {}},
        validation{run->name + " validation", colour, false, {}};
    for (const Epoch& epoch : run->epochs) {
      const auto x = static_cast<float>(epoch.epoch);
      train.points.push_back({x, static_cast<float>(accuracy ? epoch.train_accuracy : epoch.train_loss)});
      const auto& value = accuracy ? epoch.validation_accuracy : epoch.validation_loss;
      if (value) validation.points.push_back({x, static_cast<float>(*value)});
    }
    curves.push_back(std::move(train));
    if (!validation.points.empty()) curves.push_back(std::move(validation));
  }
  return curves;
}

void figures(Studio& studio) {
  Ui& ui = studio.ui;
  const Run& run = *studio.selected;
  const session::Progress& p = run.progress;
  const std::pair<const char*, std::string> all[] = {
      {"epoch", std::to_string(p.epoch) + " of " + std::to_string(p.epochs)},
      {"loss", decimal(p.loss, 4)},
      {"accuracy", decimal(p.accuracy, 3)},
      {"learning rate", decimal(p.rate, 6)},
      {"gradient norm", decimal(p.gradient_norm, 3)},
      {"tokens/s", with_separators(static_cast<int64_t>(p.tokens_per_second))},
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

}  // namespace

void draw_runs(Studio& studio) {
  Ui& ui = studio.ui;
  for (const std::shared_ptr<Run>& run : std::vector(studio.runs.runs())) {
    ImGui::PushID(run->number);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + ui.px(7)}, {at.x + ui.px(12), at.y + ui.px(17)},
                                              studio.palette.of_class(static_cast<size_t>(run->number)),
                                              ui.px(2));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(18));
    check_box(ui, "##shown " + run->name, &run->shown);
    tip("Shows its curves");
    ImGui::SameLine();
    const bool selected = run == studio.selected;
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0, 0.5f});
    const std::string words = run->name + ", " + name_of(run->state);
    if (ImGui::Selectable(words.c_str(), selected, 0,
                          {std::max(ui.px(100), ImGui::GetContentRegionAvail().x - ui.px(150)), ui.px(24)})) {
      studio.selected = run;
      studio.watch(run, -1);
    }
    ui.mark("run " + run->name);
    ImGui::PopStyleVar();
    tip(run->description.empty() ? run->problem : run->description);
    ImGui::SameLine();
    const bool can_resume = run->state == RunState::kStopped || run->state == RunState::kFailed;
    if (can_resume && quiet_button(ui, "Resume")) studio.runs.resume(run);
    if (can_resume) ImGui::SameLine();
    if (!run->active() && quiet_button(ui, "Remove")) {
      if (studio.selected == run) studio.selected.reset();
      studio.runs.remove(run);
    } else if (run->active()) {
      ImGui::NewLine();
    }
    ImGui::PopID();
  }
}

void draw_curves(Studio& studio, float height) {
  Ui& ui = studio.ui;
  if (studio.runs.runs().empty()) {
    title(ui, "Loss and accuracy");
    soft(ui, "Start a run: its curves appear here, and what the model attends to below, epoch by epoch.");
    ImGui::Dummy({0, ui.px(6)});
    return;
  }
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(16)) / 2;
  const bool narrow = width < ui.px(190);
  for (bool accuracy : {false, true}) {
    if (accuracy && !narrow) ImGui::SameLine(0, ui.px(16));
    ImGui::BeginGroup();
    title(ui, accuracy ? "Accuracy" : "Loss");
    ImGui::SameLine();
    ImGui::PushFont(ui.fonts->small());
    ImGui::TextDisabled("dashed: train, full: validation");
    ImGui::PopFont();
    line_chart(ui, accuracy ? "Accuracy curves" : "Loss curves", curves_of(studio, accuracy),
               {narrow ? 2 * width : width, narrow ? height * 0.6f : height - ui.px(56)}, &studio.range,
               accuracy ? 1.0f : kNoCeiling, accuracy ? 3 : 4);
    ImGui::EndGroup();
  }
  draw_runs(studio);
  if (studio.selected) figures(studio);
}

}  // namespace heed::studio
