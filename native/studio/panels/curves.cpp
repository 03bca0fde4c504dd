#include "native/studio/panels/curves.h"

#include <limits>

#include "engine/session/rows/row_table.h"
#include "engine/session/training/labelled.h"
#include "native/studio/ui/saving.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/line_chart.h"

namespace heed::studio {
namespace {

constexpr float kNoCeiling = std::numeric_limits<float>::infinity();

// By early stopping, or else the epoch that read the validation part best.
int best_epoch(const Run& run) {
  if (run.best_epoch > 0) return run.best_epoch;
  const Epoch* best = nullptr;
  for (const Epoch& epoch : run.epochs)
    if (epoch.validation_accuracy && (!best || *epoch.validation_accuracy > *best->validation_accuracy))
      best = &epoch;
  return best ? best->epoch : 0;
}

Curve of_steps(const Run& run, ImU32 colour, const CurveLook& look) {
  Curve curve{run.called() + " steps", with_alpha(colour, 0.35), false, {}, true};
  for (const StepLoss& step : run.steps)
    curve.points.push_back({static_cast<float>(step.epochs), static_cast<float>(step.loss)});
  curve.points = smoothed(curve.points, static_cast<float>(look.smoothing));
  return curve;
}

// A curve for the validation part (full line) and one for the training part (dashed) of every shown run.
std::vector<Curve> curves_of(const RunQueue& runs, const Palette& palette, const CurveLook& look,
                             bool accuracy) {
  std::vector<Curve> curves;
  for (const std::shared_ptr<Run>& run : runs.runs()) {
    if (!run->shown) continue;
    const ImU32 colour = palette.of_class(static_cast<size_t>(run->number));
    if (look.steps && !accuracy) curves.push_back(of_steps(*run, colour, look));
    Curve train{run->called() + " train", colour, true, {}};
    Curve validation{run->called() + " validation", colour, false, {}};
    validation.marked = static_cast<float>(best_epoch(*run));
    for (const Epoch& epoch : run->epochs) {
      const auto x = static_cast<float>(epoch.epoch);
      train.points.push_back({x, static_cast<float>(accuracy ? epoch.train_accuracy : epoch.train_loss)});
      const auto& value = accuracy ? epoch.validation_accuracy : epoch.validation_loss;
      if (value) validation.points.push_back({x, static_cast<float>(*value)});
    }
    for (Curve* curve : {&train, &validation}) {
      curve->points = smoothed(curve->points, static_cast<float>(look.smoothing));
      if (!curve->points.empty()) curves.push_back(std::move(*curve));
    }
  }
  return curves;
}

void chart(Ui& ui, const RunQueue& runs, CurveLook& look, bool accuracy, ImVec2 size) {
  ImGui::BeginGroup();
  title(ui, accuracy ? "Accuracy" : "Loss");
  ImGui::SameLine();
  ImGui::PushFont(ui.fonts->small());
  ImGui::TextDisabled("dashed: train, full: validation");
  tip("A ring marks the best epoch: that of early stopping, or else the lowest validation loss");
  ImGui::PopFont();
  line_chart(ui, accuracy ? "Accuracy curves" : "Loss curves", curves_of(runs, ui.colours(), look, accuracy),
             size, &look.range,
             {accuracy ? 1.0f : kNoCeiling, accuracy ? 3 : 4, look.logarithmic && !accuracy});
  ImGui::EndGroup();
}

std::string number(const std::optional<double>& value) {
  return value ? nlohmann::json(*value).dump() : "";
}

// True when they are to be saved.
bool choices(Ui& ui, CurveLook& look) {
  check_box(ui, "Logarithmic", &look.logarithmic);
  tip("The loss by its logarithm");
  ImGui::SameLine();
  check_box(ui, "Each step", &look.steps);
  tip("Also draws the loss of each reported step");
  ImGui::SameLine();
  auto smoothing = static_cast<float>(look.smoothing);
  ImGui::SetNextItemWidth(ui.px(120));
  if (ImGui::SliderFloat("##Smoothing", &smoothing, 0, 0.99f, smoothing > 0 ? "smoothed %.2f" : "as it is"))
    look.smoothing = static_cast<double>(smoothing);
  ui.mark("Smoothing");
  tip("Exponential moving average: the share that stays from one point to the next");
  ImGui::SameLine();
  const bool chosen =
      save_button(ui, "Save …##Save the curves", "The shown curves, as .csv or as .png", &look.saved);
  spreadsheet_box(ui, "Curves for spreadsheets");
  return chosen;
}

}  // namespace

std::string curves_as_csv(const std::vector<std::shared_ptr<Run>>& runs, session::Cells cells) {
  std::string csv =
      "run,epoch,train_loss,train_accuracy,validation_loss,validation_accuracy,rate,gradient_norm,tokens_per_"
      "second,validation_n\n";
  for (const std::shared_ptr<Run>& run : runs) {
    if (!run->shown) continue;
    const std::string name = session::csv_field(run->called(), cells);
    for (const Epoch& e : run->epochs) {
      csv += name + "," + std::to_string(e.epoch);
      for (const std::optional<double>& value :
           {std::optional(e.train_loss), std::optional(e.train_accuracy), e.validation_loss,
            e.validation_accuracy, std::optional(e.rate), std::optional(e.gradient_norm),
            std::optional(e.tokens_per_second)})
        csv += "," + number(value);
      csv += "," + (e.validation_n ? std::to_string(*e.validation_n) : std::string()) + "\n";
    }
  }
  return csv;
}

void draw_curves(Ui& ui, const RunQueue& runs, CurveLook& look, float height) {
  if (runs.runs().empty()) {
    title(ui, "Loss and accuracy");
    soft(ui, "Start a run: its curves appear here, and what the model attends to below, epoch by epoch.");
    ImGui::Dummy({0, ui.px(6)});
    return;
  }
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(16)) / 2;
  const bool narrow = width < ui.px(190);
  const ImVec2 size = narrow ? ImVec2(2 * width, height * 0.6f) : ImVec2(width, height - ui.px(56));
  const ImVec2 min = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  chart(ui, runs, look, false, size);
  if (!narrow) ImGui::SameLine(0, ui.px(16));
  chart(ui, runs, look, true, size);
  ImGui::EndGroup();
  const ImVec2 max = ImGui::GetItemRectMax();
  if (choices(ui, look))
    save_by_ending(ui, &look.saved,
                   {{".csv",
                     [&](const std::string& file) {
                       session::write_text(file, curves_as_csv(runs.runs(), cells_of(ui)));
                     }}},
                   min, max);
  if (!look.saved.note.empty()) soft(ui, look.saved.note);
}

}  // namespace heed::studio
