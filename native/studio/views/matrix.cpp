#include "native/studio/views/matrix.h"

#include <algorithm>
#include <numeric>

namespace heed::studio {
namespace {

struct Sizes {
  float name, head, x, y;  // of a row's name, the header, a cell
};

Sizes sizes_for(Ui& ui, const std::vector<std::string>& classes, ImVec2 size) {
  ImFont* font = ui.fonts->small();
  float name = 0;
  for (const std::string& text : classes)
    name = std::max(name, font->CalcTextSizeA(font->FontSize, 1e6f, 0, text.c_str()).x);
  name = std::min(name, size.x * 0.4f) + ui.px(8);
  const auto n = static_cast<float>(classes.size());
  const float head = font->FontSize + ui.px(6);
  return {name, head, std::min((size.x - name) / n, ui.px(110)), std::min((size.y - head) / n, ui.px(44))};
}

void clipped(ImDrawList& draw, ImFont* font, ImVec2 at, float width, ImU32 colour, const std::string& text) {
  const ImVec4 clip{at.x, at.y, at.x + width, at.y + font->FontSize * 1.5f};
  draw.AddText(font, font->FontSize, at, colour, text.c_str(), nullptr, 0, &clip);
}

}  // namespace

void confusion_matrix(Ui& ui, const std::string& label, const std::vector<std::string>& classes,
                      const std::vector<std::vector<int64_t>>& counts, ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(("##" + label).c_str(), size);
  ui.mark(label);
  const size_t n = classes.size();
  if (n == 0 || counts.size() != n) return;
  for (const std::string& name : classes) ui.fonts->need(name);
  const Sizes s = sizes_for(ui, classes, size);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts->small();
  const Palette& p = ui.colours();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (size_t t = 0; t < n; ++t) {
    const float y = corner.y + s.head + s.y * static_cast<float>(t);
    const int64_t total = std::accumulate(counts[t].begin(), counts[t].end(), int64_t{0});
    clipped(draw, font, {corner.x, y + (s.y - font->FontSize) / 2}, s.name - ui.px(6), p.ink, classes[t]);
    for (size_t c = 0; c < n; ++c) {
      const float x = corner.x + s.name + s.x * static_cast<float>(c);
      if (t == 0) clipped(draw, font, {x + ui.px(2), corner.y}, s.x - ui.px(4), p.ink_soft, classes[c]);
      const double share = total > 0 ? static_cast<double>(counts[t][c]) / static_cast<double>(total) : 0;
      const ImU32 colour = p.at(share);
      const ImVec2 end{x + s.x - ui.px(1), y + s.y - ui.px(1)};
      draw.AddRectFilled({x, y}, end, colour, ui.px(2));
      const std::string words = std::to_string(counts[t][c]);
      const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e6f, 0, words.c_str());
      if (extent.x < s.x && extent.y < s.y * 1.2f)
        draw.AddText(font, font->FontSize, {x + (s.x - extent.x) / 2, y + (s.y - extent.y) / 2},
                     Palette::on(colour), words.c_str());
      if (ImGui::IsItemHovered() && mouse.x >= x && mouse.x < end.x && mouse.y >= y && mouse.y < end.y)
        ImGui::SetTooltip("%s, read as %s: %s of %lld", classes[t].c_str(), classes[c].c_str(), words.c_str(),
                          static_cast<long long>(total));
    }
  }
}

}  // namespace heed::studio
