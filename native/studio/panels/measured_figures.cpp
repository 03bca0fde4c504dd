#include "native/studio/panels/measured_figures.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/matrix.h"
#include "native/studio/views/reliability.h"

namespace heed::studio {
namespace {

RowChoice::Of of_side(size_t side) {
  return side == 0 ? RowChoice::Of::kFirst : RowChoice::Of::kSecond;
}

// What saying the second of two classes earlier or later gains and costs.
void threshold(Ui& ui, Compared& side, const std::string& number) {
  const std::string& second = side.rows->labels[1];
  real_slider(ui, "“" + second + "” is said from a probability of##threshold " + number, &side.threshold, 0,
              1);
  const nlohmann::json figures = session::threshold_figures(*side.rows, side.threshold);
  for (const auto& [name, key] :
       {std::pair{"precision", "precision"}, {"recall", "recall"}, {"F1", "f1"}, {"share said", "share"}}) {
    if (key != std::string("precision")) ImGui::SameLine(0, ui.px(20));
    figure(ui, name, decimal(figures[key].get<double>(), 4));
    ui.mark(std::string(key) + " " + number);
  }
}

void by_class(Ui& ui, Comparison& comparison, size_t side, const std::string& number) {
  const nlohmann::json& metrics = comparison.sides[side].metrics;
  std::vector<std::string> classes;
  for (const nlohmann::json& entry : metrics["per_class"])
    classes.push_back(entry["label"].get<std::string>());
  const float height = std::min(ui.px(40) * static_cast<float>(classes.size()) + ui.px(110), ui.px(320));
  if (classes.size() == 2) threshold(ui, comparison.sides[side], number);
  const auto cell = confusion_matrix(ui, "Confusion " + number, classes,
                                     metrics["confusion"].get<std::vector<std::vector<int64_t>>>(),
                                     {ImGui::GetContentRegionAvail().x, height}, ". A click shows them");
  if (!cell) return;
  comparison.choose({of_side(side), static_cast<int>(cell->first), static_cast<int>(cell->second), "", ""});
}

// A line of the table; true when it is clicked.
bool slice_line(Ui& ui, const session::Slice& slice, bool lit) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  soft(ui, slice.by);
  ImGui::TableNextColumn();
  ui.fonts->need(slice.name);
  const bool clicked = line(ui, "slice " + slice.by + " " + slice.name, slice.name, lit);
  ui.mark("slice " + slice.by + " " + slice.name);
  tip("Click to list the errors of this slice");
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(with_separators(static_cast<int64_t>(slice.rows.size())).c_str());
  ImGui::TableNextColumn();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ui.px(56), height = ImGui::GetTextLineHeight();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float top = at.y + height * 0.3f, bottom = at.y + height * 0.75f;
  draw.AddRectFilled({at.x, top}, {at.x + width, bottom}, ui.colours().paper_sunk, ui.px(2));
  draw.AddRectFilled({at.x, top}, {at.x + width * static_cast<float>(slice.accuracy()), bottom},
                     ui.colours().at(0.55), ui.px(2));
  ImGui::Dummy({width, height});
  ImGui::SameLine(0, ui.px(8));
  ImGui::TextUnformatted(decimal(slice.accuracy(), 3).c_str());
  return clicked;
}

void by_slice(Ui& ui, Comparison& comparison, size_t side, const std::string& number) {
  Compared& model = comparison.sides[side];
  if (input(ui, "With and without the word##slice word " + number, &model.word, "a whole word"))
    comparison.slice_by_word(side, model.word);
  if (!ImGui::BeginTable("slices", 4, ImGuiTableFlags_BordersInnerH)) return;
  ImGui::TableSetupColumn("by", ImGuiTableColumnFlags_WidthFixed, ui.px(92));
  ImGui::TableSetupColumn("slice", ImGuiTableColumnFlags_WidthStretch, 1);
  ImGui::TableSetupColumn("rows", ImGuiTableColumnFlags_WidthFixed, ui.px(64));
  ImGui::TableSetupColumn("accuracy", ImGuiTableColumnFlags_WidthStretch, 1.4f);
  ImGui::TableHeadersRow();
  constexpr size_t kMost = 100;
  const RowChoice& now = comparison.choice();
  const session::Slice* clicked = nullptr;
  for (size_t i = 0; i < std::min(model.slices.size(), kMost); ++i) {
    const session::Slice& slice = model.slices[i];
    const bool lit = now.of == of_side(side) && now.by == slice.by && now.slice == slice.name;
    if (slice_line(ui, slice, lit)) clicked = &slice;
  }
  ImGui::EndTable();
  if (model.slices.size() > kMost) soft(ui, "and " + std::to_string(model.slices.size() - kMost) + " more");
  if (clicked != nullptr)
    comparison.choose({of_side(side), RowChoice::kAny, RowChoice::kWrong, clicked->by, clicked->name});
}

void by_confidence(Ui& ui, const Compared& model, const std::string& number) {
  const nlohmann::json& found = model.calibration;
  std::vector<ReliabilityBin> bins;
  for (const nlohmann::json& one : found["bins"])
    bins.push_back({one["from"], one["to"], one["confidence"], one["accuracy"], one["n"]});
  const float side = std::min(ImGui::GetContentRegionAvail().x, ui.px(300));
  reliability_diagram(ui, "Reliability " + number, bins, {side, side * 0.8f});
  for (const auto& [name, key] :
       {std::pair("expected error", "expected_error"), std::pair("temperature", "temperature"),
        std::pair("error before it", "expected_error_before"),
        std::pair("and after", "expected_error_after")}) {
    if (key != std::string("expected_error")) ImGui::SameLine(0, ui.px(20));
    figure(ui, name, decimal(found[key].get<double>(), 3));
    ui.mark(std::string(key) + " " + number);
  }
  soft(ui,
       "How often the model is right at each confidence. Below the line, it is overconfident. The error is "
       "the mean distance from the line (Guo et al. 2017). The best temperature is fitted on every other row "
       "and measured on the rest.");
}

}  // namespace

void draw_measured_figures(Ui& ui, Comparison& comparison, size_t side) {
  Compared& model = comparison.sides[side];
  const std::string number = std::to_string(side + 1);
  ImGui::Dummy({0, ui.px(4)});
  for (const auto& [name, what] :
       {std::pair("Classes", Figures::kClasses), std::pair("Slices", Figures::kSlices),
        std::pair("Calibration", Figures::kCalibration)}) {
    if (what != Figures::kClasses) ImGui::SameLine(0, ui.px(2));
    if (tab(ui, name + ("##" + std::string(name) + " " + number), model.figures == what))
      model.figures = what;
  }
  if (model.figures == Figures::kClasses) by_class(ui, comparison, side, number);
  if (model.figures == Figures::kSlices) by_slice(ui, comparison, side, number);
  if (model.figures == Figures::kCalibration) by_confidence(ui, model, number);
}

}  // namespace heed::studio
