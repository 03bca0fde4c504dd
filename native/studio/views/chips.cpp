#include "native/studio/views/chips.h"

#include <algorithm>

#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

// Special tokens are framed, unknown ones dotted below, changed ones coloured.
void draw_chip(Ui& ui, const Chip& chip, ImVec2 at, ImVec2 end) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& colours = ui.colours();
  const bool special = chip.kind == Chip::Kind::kSpecial;
  const ImU32 fill = chip.lit                            ? colours.at(0.55)
                     : chip.level > 0                    ? colours.at(chip.level)
                     : chip.kind == Chip::Kind::kChanged ? colours.at(0.2)
                                                         : colours.paper_sunk;
  if (!special || chip.lit) draw.AddRectFilled(at, end, fill, ui.px(4));
  if (special) draw.AddRect(at, end, colours.hairline_strong, ui.px(4));
  if (chip.kind == Chip::Kind::kUnknown)
    for (float x = at.x + ui.px(5); x < end.x - ui.px(5); x += ui.px(4))
      draw.AddRectFilled({x, end.y - ui.px(4)}, {x + ui.px(1.6f), end.y - ui.px(2.4f)}, colours.problem);
  const ImU32 ink = chip.lit || chip.level > 0 ? Palette::on(fill) : special ? colours.ink_soft : colours.ink;
  draw.AddText({at.x + ui.px(6), at.y + ui.px(3)}, ink, chip.text.c_str());
}

}  // namespace

std::optional<size_t> chips(Ui& ui, const std::string& label, const std::vector<Chip>& all, size_t most) {
  std::optional<size_t> pointed;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::PushID(label.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(3), ui.px(4)});
  ImGui::BeginGroup();
  for (size_t i = 0; i < std::min(all.size(), most); ++i) {
    ui.fonts->need(all[i].text);
    const ImVec2 text = ImGui::CalcTextSize(all[i].text.c_str());
    const ImVec2 size{std::max(text.x, ui.px(4)) + ui.px(12), text.y + ui.px(7)};
    if (i > 0 && ImGui::GetItemRectMax().x + size.x + ui.px(3) < right) ImGui::SameLine();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(std::to_string(i).c_str(), size);
    ui.mark(label + " " + std::to_string(i + 1));
    draw_chip(ui, all[i], at, {at.x + size.x, at.y + size.y});
    if (!ImGui::IsItemHovered()) continue;
    pointed = i;
    if (!all[i].tip.empty()) hint(all[i].tip);
  }
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  ImGui::PopID();
  if (all.size() > most) soft(ui, "and " + std::to_string(all.size() - most) + " more");
  return pointed;
}

}  // namespace heed::studio
