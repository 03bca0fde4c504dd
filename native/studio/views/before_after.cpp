#include "native/studio/views/before_after.h"

#include <algorithm>
#include <numeric>

#include "native/numbers.h"
#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

// Label, a bar for before over one for after, and the numbers.
void row(Ui& ui, const std::string& label, double before, double after, ImU32 colour) {
  const Palette& p = ui.colours();
  ImFont* font = ui.fonts->small();
  const float width = ImGui::GetContentRegionAvail().x, line = font->FontSize + ui.px(4);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, line});
  ui.mark("change of " + label);
  const std::string numbers =
      decimal(before, 3) + " → " + decimal(after, 3) + "   " + with_sign(after - before, 3);
  ui.fonts->need(numbers);
  const float names = std::min(ui.px(120), width * 0.25f);
  const float end = at.x + width - width_of(font, "0.000 → 0.000   +0.000") - ui.px(10);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddText(font, font->FontSize, at, p.ink, fitting(font, label, names - ui.px(8)).c_str());
  const float left = at.x + names, room = std::max(end - left, ui.px(20)), half = (line - ui.px(6)) / 2;
  const auto bar = [&](float top, double share, ImU32 fill) {
    draw.AddRectFilled({left, top}, {left + std::max(static_cast<float>(share) * room, ui.px(1)), top + half},
                       fill, ui.px(1));
  };
  draw.AddRectFilled({left, at.y + ui.px(1)}, {left + room, at.y + ui.px(2) + 2 * half}, p.paper_sunk,
                     ui.px(2));
  bar(at.y + ui.px(1), before, p.hairline_strong);
  bar(at.y + ui.px(2) + half, after, colour);
  draw.AddText(font, font->FontSize, {left + room + ui.px(10), at.y}, p.ink, numbers.c_str());
}

}  // namespace

void before_after(Ui& ui, const std::vector<session::ClassProbability>& before,
                  const std::vector<session::ClassProbability>& after, size_t most) {
  std::vector<size_t> order(std::min(before.size(), after.size()));
  std::iota(order.begin(), order.end(), size_t{0});
  if (order.size() > most) {
    const auto larger = [&](size_t c) { return std::max(before[c].probability, after[c].probability); };
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return larger(a) > larger(b); });
    order.resize(most);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(1)});
  for (const size_t c : order)
    row(ui, before[c].label, before[c].probability, after[c].probability, ui.colours().of_class(c));
  ImGui::PopStyleVar();
}

}  // namespace heed::studio
