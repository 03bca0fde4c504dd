#include "native/studio/views/matrix.h"

#include <algorithm>
#include <numeric>

#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

struct Sizes {
  float name, head, x, y;  // of a row's name, the header, a cell
};

Sizes sizes_for(Ui& ui, const std::vector<std::string>& classes, ImVec2 size) {
  ImFont* font = ui.fonts->small();
  float name = 0;
  for (const std::string& text : classes) name = std::max(name, width_of(font, text));
  name = std::min(name, size.x * 0.4f);
  const auto n = static_cast<float>(classes.size());
  const float head = std::min(name, size.y * 0.5f) * 0.71f + font->FontSize;
  const float overhang = head * 0.7f;
  return {name + ui.px(8), head, std::clamp((size.x - name - ui.px(8) - overhang) / n, ui.px(3), ui.px(60)),
          std::clamp((size.y - head) / n, ui.px(3), ui.px(40))};
}

void column_names(Ui& ui, ImDrawList& draw, ImVec2 corner, const Sizes& s,
                  const std::vector<std::string>& classes) {
  ImFont* font = ui.fonts->small();
  for (size_t c = 0; c < classes.size(); ++c) {
    const float x = corner.x + s.name + s.x * static_cast<float>(c);
    rising_text(draw, font, {x + s.x / 2, corner.y + s.head - ui.px(3)}, ui.colours().ink_soft,
                fitting(font, classes[c], (s.head - font->FontSize) / 0.7f + 1));
  }
}

// One count, coloured by its share of the row. True when it is pointed at.
bool count_cell(Ui& ui, ImDrawList& draw, ImVec2 at, const Sizes& s, const std::string& words, double share) {
  ImFont* font = ui.fonts->small();
  const ImU32 colour = ui.colours().at(share);
  const ImVec2 end{at.x + s.x - ui.px(1), at.y + s.y - ui.px(1)};
  draw.AddRectFilled(at, end, colour, ui.px(2));
  const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e6f, 0, words.c_str());
  if (extent.x < s.x && extent.y < s.y * 1.2f)
    draw.AddText(font, font->FontSize, {at.x + (s.x - extent.x) / 2, at.y + (s.y - extent.y) / 2},
                 Palette::on(colour), words.c_str());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return ImGui::IsItemHovered() && mouse.x >= at.x && mouse.x < end.x && mouse.y >= at.y && mouse.y < end.y;
}

}  // namespace

std::optional<MatrixCell> confusion_matrix(Ui& ui, const std::string& label,
                                           const std::vector<std::string>& classes,
                                           const std::vector<std::vector<int64_t>>& counts, ImVec2 size,
                                           const char* hint) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(("##" + label).c_str(), size);
  ui.mark(label);
  const size_t n = classes.size();
  if (n == 0 || counts.size() != n) return std::nullopt;
  std::optional<MatrixCell> chosen;
  for (const std::string& name : classes) ui.fonts->need(name);
  const Sizes s = sizes_for(ui, classes, size);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts->small();
  column_names(ui, draw, corner, s, classes);
  for (size_t t = 0; t < n; ++t) {
    const float y = corner.y + s.head + s.y * static_cast<float>(t);
    const int64_t total = std::accumulate(counts[t].begin(), counts[t].end(), int64_t{0});
    const std::string name = fitting(font, classes[t], s.name - ui.px(8));
    draw.AddText(font, font->FontSize,
                 {corner.x + s.name - ui.px(6) - width_of(font, name), y + (s.y - font->FontSize) / 2},
                 ui.colours().ink, name.c_str());
    for (size_t c = 0; c < n; ++c) {
      const float x = corner.x + s.name + s.x * static_cast<float>(c);
      const double share = total > 0 ? static_cast<double>(counts[t][c]) / static_cast<double>(total) : 0;
      const std::string words = std::to_string(counts[t][c]);
      if (!count_cell(ui, draw, {x, y}, s, words, share)) continue;
      ImGui::SetTooltip("%s, read as %s: %s of %lld%s", classes[t].c_str(), classes[c].c_str(), words.c_str(),
                        static_cast<long long>(total), hint);
      if (clicked) chosen = {t, c};
    }
  }
  return chosen;
}

}  // namespace heed::studio
