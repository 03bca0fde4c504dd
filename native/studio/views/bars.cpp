#include "native/studio/views/bars.h"

#include <algorithm>
#include <numeric>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

void bar(Ui& ui, const session::ClassProbability& value, ImU32 colour, bool strongest) {
  const Palette& p = ui.colours();
  ImFont* font = ui.fonts->small();
  ui.fonts->need(value.label);
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(7);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string number = decimal(value.probability, 3);
  const float number_width = font->CalcTextSizeA(font->FontSize, 1e6f, 0, number.c_str()).x;
  ImGui::Dummy({width, font->FontSize + height + ui.px(7)});
  ui.mark("class " + value.label);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec4 clip{at.x, at.y, at.x + width - number_width - ui.px(8), at.y + font->FontSize * 2};
  const ImU32 ink = strongest ? p.ink : p.ink_soft;
  draw.AddText(font, font->FontSize, at, ink, value.label.c_str(), nullptr, 0, &clip);
  draw.AddText(font, font->FontSize, {at.x + width - number_width, at.y}, ink, number.c_str());
  const float top = at.y + font->FontSize + ui.px(3);
  draw.AddRectFilled({at.x, top}, {at.x + width, top + height}, p.paper_sunk, ui.px(2));
  const float share = static_cast<float>(value.probability) * width;
  draw.AddRectFilled({at.x, top}, {at.x + std::max(share, ui.px(1)), top + height}, colour, ui.px(2));
}

}  // namespace

void bars(Ui& ui, const std::vector<session::ClassProbability>& classes, size_t most) {
  std::vector<size_t> order(classes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto larger = [&](size_t a, size_t b) { return classes[a].probability > classes[b].probability; };
  const size_t strongest = order.empty() ? 0 : *std::min_element(order.begin(), order.end(), larger);
  if (order.size() > most) {
    std::stable_sort(order.begin(), order.end(), larger);
    order.resize(most);
  }
  for (size_t c : order) bar(ui, classes[c], ui.colours().of_class(c), c == strongest);
  if (classes.size() > most)
    soft(ui, "and " + std::to_string(classes.size() - most) + " less probable classes");
}

}  // namespace heed::studio
