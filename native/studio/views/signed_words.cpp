#include "native/studio/views/signed_words.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

struct SignedChip {
  std::string word, number;
  ImU32 colour;
  float width;
};

SignedChip chip_of(Ui& ui, const SignedWords& given, size_t n, double most) {
  const double value = given.values[n], level = 0.8 * value / most;
  SignedChip chip{given.words[n], given.is_signed ? with_sign(value, 2) : decimal(value, 2),
                  given.is_signed ? ui.colours().signed_at(level) : ui.colours().at(level), 0};
  ui.fonts->need(chip.word);
  ui.fonts->need(chip.number);
  chip.width = std::max({ImGui::CalcTextSize(chip.word.c_str()).x, width_of(ui.fonts->small(), chip.number),
                         ui.px(8)}) +
               ui.px(12);
  return chip;
}

// The word on its colour, the number below.
void draw(Ui& ui, const SignedChip& chip, int index, bool lit) {
  ImFont* small = ui.fonts->small();
  const float line = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end{at.x + chip.width, at.y + line + ui.px(7)};
  ImGui::InvisibleButton(("##word" + std::to_string(index)).c_str(),
                         {chip.width, line + ui.px(9) + small->FontSize});
  ui.mark("why " + chip.word);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, end, chip.colour, ui.px(4));
  if (lit) list.AddRect(at, end, ui.colours().ink, ui.px(4), 0, ui.px(1.5f));
  list.AddText({at.x + (chip.width - ImGui::CalcTextSize(chip.word.c_str()).x) / 2, at.y + ui.px(3)},
               Palette::on(chip.colour), chip.word.c_str());
  list.AddText(small, small->FontSize,
               {at.x + (chip.width - width_of(small, chip.number)) / 2, end.y + ui.px(1)},
               ui.colours().ink_soft, chip.number.c_str());
}

}  // namespace

void signed_words(Ui& ui, const SignedWords& given, bool pooling, Pointing* pointing) {
  double most = 1e-9;
  for (const double value : given.values) most = std::max(most, std::fabs(value));
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(3), ui.px(4)});
  for (size_t n = 0; n < given.values.size(); ++n) {
    const SignedChip chip = chip_of(ui, given, n, most);
    const int index = static_cast<int>(n);
    if (n > 0 && ImGui::GetItemRectMax().x + ui.px(3) + chip.width < right) ImGui::SameLine();
    const std::optional<Cell> shown = pointing->shown();
    draw(ui, chip, index, shown && (shown->key == index || (!pooling && shown->query == index)));
    const Cell cell{pooling ? 0 : index, index};
    if (ImGui::IsItemHovered()) pointing->hover = cell;
    if (ImGui::IsItemClicked()) pointing->pin = pointing->pin == cell ? std::optional<Cell>() : cell;
    if (n < given.tips.size() && !given.tips[n].empty()) tip(given.tips[n]);
  }
  ImGui::PopStyleVar();
}

}  // namespace heed::studio
