#include "native/studio/panels/measured_rows.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

using Of = RowChoice::Of;

// How likely so uneven a share of the rows is, if both models were equally good.
void paired_figures(Ui& ui, const Comparison& comparison) {
  if (!comparison.unpaired.empty()) soft(ui, comparison.unpaired);
  if (!comparison.paired.is_object()) return;
  const auto count = [&](const char* key) { return with_separators(comparison.paired[key].get<int64_t>()); };
  ImGui::SameLine(0, ui.px(28));  // beside the button
  figure(ui, "only 1 is right", count("only_first"));
  ui.mark("only 1");
  ImGui::SameLine(0, ui.px(20));
  figure(ui, "only 2 is right", count("only_second"));
  ui.mark("only 2");
  ImGui::SameLine(0, ui.px(20));
  figure(ui, "McNemar’s p", session::p_value(comparison.paired["p"].get<double>()));
  tip("The probability of so uneven a split if both models were equally good");
  ui.mark("p");
}

// Entries before the classes stand for -1, -2, …
bool choose_class(Ui& ui, const std::string& label, const std::vector<std::string>& classes,
                  std::vector<std::string> before, int* chosen) {
  const auto others = static_cast<int>(before.size());
  before.insert(before.end(), classes.begin(), classes.end());
  auto place = static_cast<size_t>(*chosen < 0 ? -1 - *chosen : *chosen + others);
  const bool changed = heed::studio::choose(ui, label, before, &place);
  const auto now = static_cast<int>(place);
  *chosen = now < others ? -1 - now : now - others;
  return changed;
}

void choices(Ui& ui, Comparison& comparison) {
  RowChoice choice = comparison.choice();
  const bool of_one = choice.of == Of::kFirst || choice.of == Of::kSecond;
  ImGui::Columns(3, "row choices", false);
  std::vector<std::string> names{"no rows", "rows of model 1", "rows of model 2"};
  if (comparison.paired.is_object()) names.emplace_back("rows on which they differ");
  auto of = static_cast<size_t>(choice.of);
  bool changed = heed::studio::choose(ui, "Rows##Measured rows", names, &of);
  choice.of = static_cast<Of>(of);
  ImGui::NextColumn();
  const Compared& chosen = comparison.sides[choice.of == Of::kSecond ? 1 : 0];
  if (of_one && chosen.rows) {
    const std::vector<std::string>& classes = chosen.rows->labels;
    changed = choose_class(ui, "Their class", classes, {"any class"}, &choice.truth) || changed;
    ImGui::NextColumn();
    changed = choose_class(ui, "Read as", classes, {"any class", "another class"}, &choice.said) || changed;
  }
  ImGui::Columns(1);
  if (!choice.slice.empty() && of_one) {
    soft(ui, "of the slice " + choice.by + ": " + choice.slice);
    ImGui::SameLine();
    if (quiet_button(ui, "All slices")) {
      choice.by = choice.slice = "";
      changed = true;
    }
  }
  if (changed) comparison.choose(choice);
}

void what_is_said(const Compared& side, size_t row) {
  ImGui::TableNextColumn();
  if (!side.rows || row >= side.rows->texts.size()) return;
  const session::Predictions::Answer answer = side.rows->said.answer(row, side.rows->labels.size());
  const std::string words =
      decimal(answer.probability, 3) + "  " + side.rows->labels[static_cast<size_t>(answer.predicted)];
  ImGui::TextUnformatted(words.c_str());
}

void row_line(Ui& ui, Comparison& comparison, Explorer& explorer, size_t row) {
  const session::JudgedRows& rows = *comparison.sides[comparison.choice().of == Of::kSecond ? 1 : 0].rows;
  ImGui::TableNextRow();
  ImGui::PushID(static_cast<int>(row));
  ImGui::TableNextColumn();
  const std::string place = session::place_in_words(rows.place(row), rows.files);
  ImGui::TextDisabled("%s", place.c_str());
  ImGui::TableNextColumn();
  const std::string text = on_a_line(rows.texts[row], 400);
  const std::string name = "measured " + place;
  if (line(ui, name, text, explorer.sentence() == rows.texts[row])) explorer.write(rows.texts[row]);
  ui.mark(name);
  tip(rows.texts[row]);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(rows.labels[static_cast<size_t>(rows.truth[row])].c_str());
  for (const Compared& side : comparison.sides) what_is_said(side, row);
  ImGui::PopID();
}

// Only the rows in sight are drawn.
void table(Ui& ui, Comparison& comparison, Explorer& explorer) {
  const std::vector<size_t>& chosen = comparison.chosen();
  const auto lines = static_cast<float>(std::min<size_t>(chosen.size(), 7) + 1);
  const float height = lines * (ImGui::GetTextLineHeightWithSpacing() + ui.px(4)) + ui.px(8);
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH;
  if (chosen.empty() || !ImGui::BeginTable("measured rows", 5, kFlags, {0, height})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  const auto& first = comparison.sides[comparison.choice().of == Of::kSecond ? 1 : 0];
  const float places = ui.px(first.rows->files.size() > 1 ? 160 : 64);
  ImGui::TableSetupColumn("row", ImGuiTableColumnFlags_WidthFixed, places);
  ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, ui.px(110));
  ImGui::TableSetupColumn("model 1 says", ImGuiTableColumnFlags_WidthFixed, ui.px(150));
  ImGui::TableSetupColumn("model 2 says", ImGuiTableColumnFlags_WidthFixed, ui.px(150));
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(chosen.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      row_line(ui, comparison, explorer, chosen[static_cast<size_t>(i)]);
  ImGui::EndTable();
  ui.mark("Measured rows table");
}

}  // namespace

void draw_measured_rows(Ui& ui, Comparison& comparison, Explorer& explorer) {
  if (!comparison.sides[0].rows && !comparison.sides[1].rows) return;
  paired_figures(ui, comparison);
  choices(ui, comparison);
  if (comparison.choice().of == Of::kNone) return;
  const auto count = static_cast<int64_t>(comparison.chosen().size());
  soft(ui, with_separators(count) + (count == 1 ? " row. " : " rows. ") +
               "Click a row to open its sentence in both models.");
  ui.mark("Measured count");
  table(ui, comparison, explorer);
}

}  // namespace heed::studio
