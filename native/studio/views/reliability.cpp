#include "native/studio/views/reliability.h"

#include "native/numbers.h"
#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

// The unit square on the screen.
struct Square {
  ImVec2 corner, size;  // top left
  ImVec2 at(double x, double y) const {
    return {corner.x + size.x * static_cast<float>(x), corner.y + size.y * static_cast<float>(1 - y)};
  }
};

void axes(Ui& ui, ImDrawList& draw, const Square& square) {
  ImFont* font = ui.fonts->small();
  const ImU32 ink = ui.colours().ink_soft;
  for (const double tick : {0.0, 0.5, 1.0}) {
    const std::string words = decimal(tick, 1);
    const float width = font->CalcTextSizeA(font->FontSize, 1e6f, 0, words.c_str()).x;
    const ImVec2 left = square.at(0, tick), below = square.at(tick, 0);
    draw.AddLine(left, square.at(1, tick), ui.colours().hairline);
    draw.AddText(font, font->FontSize, {left.x - width - ui.px(6), left.y - font->FontSize / 2}, ink,
                 words.c_str());
    draw.AddText(font, font->FontSize, {below.x - width / 2, below.y + ui.px(3)}, ink, words.c_str());
  }
  draw.AddText(font, font->FontSize, {square.at(0, 1).x, square.at(0, 1).y - font->FontSize - ui.px(3)}, ink,
               "share that is right, by confidence");
}

}  // namespace

void reliability_diagram(Ui& ui, const std::string& label, const std::vector<ReliabilityBin>& bins,
                         ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(("##" + label).c_str(), size);
  ui.mark(label);
  const bool hovered = ImGui::IsItemHovered();
  const float small = ui.fonts->small()->FontSize;
  const Square square{{corner.x + ui.px(30), corner.y + small + ui.px(8)},
                      {size.x - ui.px(40), size.y - 2 * small - ui.px(18)}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  axes(ui, draw, square);
  const float x = ImGui::GetIO().MousePos.x;
  for (const ReliabilityBin& bin : bins) {
    const ImVec2 top = square.at(bin.from, bin.accuracy), foot = square.at(bin.to, 0);
    draw.AddRectFilled({top.x + 1, top.y}, {foot.x - 1, foot.y}, ui.colours().at(0.5), ui.px(2));
    const ImVec2 sure = square.at(bin.confidence, bin.confidence);
    draw.AddCircle(sure, ui.px(3), ui.colours().ink);
    if (hovered && x >= top.x && x < foot.x)
      hint("Confidence " + decimal(bin.from, 1) + " to " + decimal(bin.to, 1) + ": " +
           with_separators(bin.n) + " rows, sure by " + decimal(bin.confidence, 3) + ", right in " +
           decimal(bin.accuracy, 3));
  }
  draw.AddLine(square.at(0, 0), square.at(1, 1), ui.colours().ink_soft);
}

}  // namespace heed::studio
