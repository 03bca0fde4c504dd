#include "native/studio/panels/curves.h"

#include <limits>

#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

constexpr float kNoCeiling = std::numeric_limits<float>::infinity();

// A curve for the validation part (full line) and one for the training part (dashed) of every shown run.
std::vector<Curve> curves_of(const RunQueue& runs, const Palette& palette, bool accuracy) {
  std::vector<Curve> curves;
  for (const std::shared_ptr<Run>& run : runs.runs()) {
    if (!run->shown) continue;
    const ImU32 colour = palette.of_class(static_cast<size_t>(run->number));
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

void chart(Ui& ui, const RunQueue& runs, ChartRange& range, bool accuracy, ImVec2 size) {
  ImGui::BeginGroup();
  title(ui, accuracy ? "Accuracy" : "Loss");
  ImGui::SameLine();
  ImGui::PushFont(ui.fonts->small());
  ImGui::TextDisabled("dashed: train, full: validation");
  ImGui::PopFont();
  line_chart(ui, accuracy ? "Accuracy curves" : "Loss curves", curves_of(runs, ui.colours(), accuracy), size,
             &range, accuracy ? 1.0f : kNoCeiling, accuracy ? 3 : 4);
  ImGui::EndGroup();
}

}  // namespace

void draw_curves(Ui& ui, const RunQueue& runs, ChartRange& range, float height) {
  if (runs.runs().empty()) {
    title(ui, "Loss and accuracy");
    soft(ui, "Start a run: its curves appear here, and what the model attends to below, epoch by epoch.");
    ImGui::Dummy({0, ui.px(6)});
    return;
  }
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(16)) / 2;
  const bool narrow = width < ui.px(190);
  const ImVec2 size = narrow ? ImVec2(2 * width, height * 0.6f) : ImVec2(width, height - ui.px(56));
  chart(ui, runs, range, false, size);
  if (!narrow) ImGui::SameLine(0, ui.px(16));
  chart(ui, runs, range, true, size);
}

}  // namespace heed::studio
