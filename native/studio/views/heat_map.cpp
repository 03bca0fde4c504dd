#include "native/studio/views/heat_map.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"
#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

struct Place {
  ImVec2 corner;  // of the first cell
  float cell_x, cell_y, label_width, label_height;
  int T, S;
  ImVec2 at(int query, int key) const {
    return {corner.x + static_cast<float>(key) * cell_x, corner.y + static_cast<float>(query) * cell_y};
  }
  std::optional<Cell> under(ImVec2 mouse) const {
    const auto key = static_cast<int>(std::floor((mouse.x - corner.x) / cell_x));
    const auto query = static_cast<int>(std::floor((mouse.y - corner.y) / cell_y));
    if (key < 0 || query < 0 || key >= S || query >= T) return std::nullopt;
    return Cell{query, key};
  }
};

Place place(Ui& ui, const Heat& heat, ImVec2 corner, ImVec2 size) {
  ImFont* font = ui.fonts->small();
  Place p{};
  p.T = static_cast<int>(heat.queries.size());
  p.S = static_cast<int>(heat.keys.size());
  float queries = 0, keys = 0;
  for (const std::string& name : heat.queries) queries = std::max(queries, width_of(font, name));
  for (const std::string& name : heat.keys) keys = std::max(keys, width_of(font, name));
  p.label_width = std::min(queries, size.x * 0.25f) + ui.px(8);
  p.label_height = std::min(keys, size.y * 0.35f) * 0.71f + font->FontSize * 0.9f;
  const float overhang = p.label_height * 0.8f;  // the last key's name goes beyond its column
  const float room_x = size.x - p.label_width - std::min(overhang, size.x * 0.15f),
              room_y = size.y - p.label_height;
  const float most = ui.px(p.T > 1 ? 84 : 48);
  p.cell_x = std::clamp(room_x / static_cast<float>(p.S), ui.px(2), ui.px(84));
  p.cell_y = std::clamp(room_y / static_cast<float>(p.T), ui.px(2), most);
  if (p.T > 1) p.cell_x = p.cell_y = std::min(p.cell_x, p.cell_y);  // square: a word by a word
  p.corner = {corner.x + p.label_width, corner.y + p.label_height};
  return p;
}

void labels(Ui& ui, ImDrawList& draw, const Heat& heat, const Place& p, const std::optional<Cell>& shown) {
  ImFont* font = ui.fonts->small();
  const Palette& colours = ui.colours();
  // Names that would lie on each other are left out, but for the one pointed at.
  const int every_y = std::max(1, static_cast<int>(std::ceil(font->FontSize * 0.95f / p.cell_y)));
  const int every_x = std::max(1, static_cast<int>(std::ceil(font->FontSize * 1.1f / p.cell_x)));
  for (int t = 0; t < p.T; ++t) {
    const bool lit = shown && shown->query == t;
    if (t % every_y != 0 && !lit) continue;
    const std::string name = fitting(font, heat.queries[static_cast<size_t>(t)], p.label_width - ui.px(8));
    draw.AddText(
        font, font->FontSize,
        {p.corner.x - width_of(font, name) - ui.px(6), p.at(t, 0).y + (p.cell_y - font->FontSize) / 2},
        lit ? colours.accent : colours.ink, name.c_str());
  }
  for (int s = 0; s < p.S; ++s) {
    const bool lit = shown && shown->key == s;
    if (s % every_x != 0 && !lit) continue;
    const std::string name =
        fitting(font, heat.keys[static_cast<size_t>(s)], (p.label_height - font->FontSize * 0.9f) / 0.7f + 1);
    rising_text(draw, font, {p.at(0, s).x + p.cell_x / 2 + ui.px(2), p.corner.y - ui.px(3)},
                lit ? colours.accent : colours.ink, name);
  }
}

void cells(Ui& ui, ImDrawList& draw, const Heat& heat, const Place& p) {
  ImFont* font = ui.fonts->small();
  const float gap = p.cell_x > ui.px(8) ? ui.px(1) : 0;
  const bool numbers = heat.numbers && p.cell_x > ui.px(34) && p.cell_y > font->FontSize;
  for (int t = 0; t < p.T; ++t)
    for (int s = 0; s < p.S; ++s) {
      const float weight =
          heat.weights[static_cast<size_t>(t) * static_cast<size_t>(p.S) + static_cast<size_t>(s)];
      const ImU32 colour = ui.colours().at(static_cast<double>(heat.full > 0 ? weight / heat.full : 0));
      const ImVec2 a = p.at(t, s);
      draw.AddRectFilled(a, {a.x + p.cell_x - gap, a.y + p.cell_y - gap}, colour, gap > 0 ? ui.px(2) : 0);
      if (!numbers) continue;
      const std::string words = decimal(static_cast<double>(weight), 2);
      draw.AddText(font, font->FontSize,
                   {a.x + (p.cell_x - width_of(font, words)) / 2, a.y + (p.cell_y - font->FontSize) / 2},
                   Palette::on(colour), words.c_str());
    }
}

// The pointed cell's row, column and frame.
void highlight(Ui& ui, ImDrawList& draw, const Place& p, const Cell& cell) {
  const ImU32 ink = ui.colours().ink, faint = with_alpha(ink, 0.35);
  const ImVec2 row = p.at(cell.query, 0), column = p.at(0, cell.key), a = p.at(cell.query, cell.key);
  if (p.T > 1) draw.AddRect(row, {row.x + p.cell_x * static_cast<float>(p.S), row.y + p.cell_y}, faint);
  draw.AddRect(column, {column.x + p.cell_x, column.y + p.cell_y * static_cast<float>(p.T)}, faint);
  draw.AddRect({a.x - 1, a.y - 1}, {a.x + p.cell_x, a.y + p.cell_y}, ink, ui.px(2), 0, ui.px(2));
}

bool pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
}

void keys(Ui& ui, Pointing* pointing, int T, int S) {
  if (pressed(ImGuiKey_Escape)) {
    pointing->pin.reset();
    return;
  }
  ui.map_has_keys = true;
  const int dx = (pressed(ImGuiKey_RightArrow) ? 1 : 0) - (pressed(ImGuiKey_LeftArrow) ? 1 : 0);
  const int dy = (pressed(ImGuiKey_DownArrow) ? 1 : 0) - (pressed(ImGuiKey_UpArrow) ? 1 : 0);
  if (dx != 0 || dy != 0) pointing->pin = moved(pointing->pin, dx, dy, T, S);
}

}  // namespace

Cell moved(const std::optional<Cell>& pin, int dx, int dy, int T, int S) {
  if (!pin) return {0, 0};
  return {std::clamp(pin->query + dy, 0, T - 1), std::clamp(pin->key + dx, 0, S - 1)};
}

void heat_map(Ui& ui, const std::string& label, const Heat& heat, ImVec2 size, Pointing* pointing) {
  for (const auto* names : {&heat.queries, &heat.keys})
    for (const std::string& name : *names) ui.fonts->need(name);
  if (heat.queries.empty() || heat.keys.empty()) return;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const Place p = place(ui, heat, corner, size);
  size.y = std::min(size.y, p.label_height + p.cell_y * static_cast<float>(p.T) + ui.px(6));
  ImGui::InvisibleButton(("##" + label).c_str(), size);
  // What can be pointed at are the cells.
  if (ImGui::IsItemVisible()) ui.seen[label] = {p.corner, {p.at(p.T, p.S).x, p.at(p.T, p.S).y}};
  const std::optional<Cell> under =
      ImGui::IsItemHovered() ? p.under(ImGui::GetIO().MousePos) : std::optional<Cell>();
  if (under || ImGui::IsItemHovered()) pointing->hover = under;
  if (ImGui::IsItemClicked()) pointing->pin = under == pointing->pin ? std::nullopt : under;
  if (ImGui::IsItemFocused() && pointing->pin) keys(ui, pointing, p.T, p.S);
  std::optional<Cell> shown = pointing->shown();
  if (shown && (shown->query >= p.T || shown->key >= p.S)) shown.reset();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect(corner, {corner.x + size.x, corner.y + size.y}, true);
  cells(ui, draw, heat, p);
  labels(ui, draw, heat, p, shown);
  if (shown) highlight(ui, draw, p, *shown);
  draw.PopClipRect();
}

void legend(Ui& ui, float full, const std::string& meaning) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts->small();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string end = decimal(static_cast<double>(full), 2) + "   " + meaning;
  const float zero = width_of(font, "0") + ui.px(6), width = ui.px(120), height = ui.px(9);
  const float top = at.y + (font->FontSize - height) / 2;
  draw.AddText(font, font->FontSize, at, ui.colours().ink_soft, "0");
  constexpr int kSteps = 40;
  for (int i = 0; i < kSteps; ++i)
    draw.AddRectFilled({at.x + zero + width * static_cast<float>(i) / kSteps, top},
                       {at.x + zero + width * static_cast<float>(i + 1) / kSteps, top + height},
                       ui.colours().at(static_cast<double>(i) / (kSteps - 1)));
  draw.AddText(font, font->FontSize, {at.x + zero + width + ui.px(6), at.y}, ui.colours().ink_soft,
               end.c_str());
  ImGui::Dummy({zero + width + ui.px(6) + width_of(font, end), font->FontSize});
}

}  // namespace heed::studio
