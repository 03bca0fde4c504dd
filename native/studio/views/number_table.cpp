#include "native/studio/views/number_table.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

std::string column_name(const NumberTable& table, int column) {
  return table.columns.empty() ? std::to_string(column + 1) : table.columns[static_cast<size_t>(column)];
}

float value_at(const NumberTable& table, int row, int column) {
  return table.values[static_cast<size_t>(row) * static_cast<size_t>(table.C) + static_cast<size_t>(column)];
}

std::string written(float value, int digits) {
  return std::isinf(value) ? "masked" : std::isnan(value) ? "" : decimal(static_cast<double>(value), digits);
}

float largest(const float* values, size_t count) {
  float most = 0;
  for (size_t i = 0; i < count; ++i)
    if (std::isfinite(values[i])) most = std::max(most, std::fabs(values[i]));
  return most > 0 ? most : 1;
}

// The colour's scale of each row: the largest size there is, there or anywhere.
std::vector<float> scales(const NumberTable& table) {
  const size_t rows = table.rows.size(), C = table.values.size() / std::max<size_t>(rows, 1);
  if (!table.by_row) return std::vector<float>(rows, largest(table.values.data(), table.values.size()));
  std::vector<float> most;
  for (size_t row = 0; row < rows; ++row) most.push_back(largest(table.values.data() + row * C, C));
  return most;
}

ImU32 colour_of(Ui& ui, const NumberTable& table, int row, float value, float most) {
  if (!std::isfinite(value)) return ui.colours().paper_sunk;
  const auto level = static_cast<double>(value / most);
  const auto place = static_cast<size_t>(row);
  return place < table.one_sided.size() && table.one_sided[place] ? ui.colours().at(level)
                                                                  : ui.colours().signed_at(level);
}

struct Grid {
  ImVec2 corner;
  float cell_x, cell_y;
  ImVec2 at(int row, int column) const {
    return {corner.x + static_cast<float>(column) * cell_x, corner.y + static_cast<float>(row) * cell_y};
  }
};

void draw_cells(Ui& ui, const NumberTable& table, const Grid& grid, int first, int last) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts->small();
  const std::vector<float> most = scales(table);
  for (int column = first; column < last; ++column) {
    const std::string name = fitting(font, column_name(table, column), grid.cell_x - ui.px(4));
    const ImVec2 head = grid.at(-1, column);
    draw.AddText(font, font->FontSize, {head.x + (grid.cell_x - width_of(font, name)) / 2, head.y},
                 ui.colours().ink_soft, name.c_str());
    for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
      const float value = value_at(table, row, column);
      const ImU32 colour = colour_of(ui, table, row, value, most[static_cast<size_t>(row)]);
      const ImVec2 a = grid.at(row, column);
      draw.AddRectFilled(a, {a.x + grid.cell_x - 1, a.y + grid.cell_y - 1}, colour, ui.px(2));
      const std::string words = std::isinf(value) ? "–" : written(value, 2);
      draw.AddText(font, font->FontSize, {a.x + (grid.cell_x - width_of(font, words)) / 2, a.y + ui.px(2)},
                   std::isfinite(value) ? Palette::on(colour) : ui.colours().ink_soft, words.c_str());
    }
  }
  if (table.lit_row < 0 || table.lit_row >= static_cast<int>(table.rows.size())) return;
  const ImVec2 a = grid.at(table.lit_row, 0), b = grid.at(table.lit_row + 1, table.C);
  draw.AddRect({a.x - 1, a.y - 1}, b, ui.colours().ink, ui.px(2), 0, ui.px(1.5f));
}

// The cell under the mouse in all its digits.
void read_cell(const NumberTable& table, const Grid& grid) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto column = static_cast<int>(std::floor((mouse.x - grid.corner.x) / grid.cell_x));
  const auto row = static_cast<int>(std::floor((mouse.y - grid.corner.y) / grid.cell_y));
  if (row < 0 || column < 0 || row >= static_cast<int>(table.rows.size()) || column >= table.C) return;
  const float value = value_at(table, row, column);
  if (std::isnan(value)) return;
  const std::string number = written(value, 6);
  ImGui::SetTooltip("%s, %s: %s", table.rows[static_cast<size_t>(row)].c_str(),
                    column_name(table, column).c_str(), number.c_str());
}

float names_column(Ui& ui, const NumberTable& table, float line) {
  ImFont* font = ui.fonts->small();
  float width = 0;
  for (const std::string& name : table.rows) {
    ui.fonts->need(name);
    width = std::max(width, width_of(font, name));
  }
  width = std::min(width, ui.px(table.names)) + ui.px(8);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const float top = at.y + line * static_cast<float>(row + 1);
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {at.x, top + ui.px(2)}, ui.colours().ink,
                                        fitting(font, table.rows[row], width - ui.px(8) + 1).c_str());
    if (row < table.tips.size() && ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect({at.x, top}, {at.x + width, top + line}))
      hint(table.tips[row]);
  }
  return width;
}

}  // namespace

void number_table(Ui& ui, const std::string& label, const NumberTable& table) {
  const float line = ui.fonts->small()->FontSize + ui.px(5), cell = ui.px(table.cell);
  const float names = names_column(ui, table, line);
  const float wide = cell * static_cast<float>(table.C),
              tall = line * static_cast<float>(table.rows.size() + 1);
  const float room = ImGui::GetContentRegionAvail().x - names;
  const bool scrolls = wide > room;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + names);
  ImGui::BeginChild(("##" + label).c_str(),
                    {std::min(wide, room), tall + (scrolls ? ImGui::GetStyle().ScrollbarSize + ui.px(2) : 0)},
                    false, scrolls ? ImGuiWindowFlags_HorizontalScrollbar : 0);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("cells", {wide, tall});
  const Grid grid{{corner.x, corner.y + line}, cell, line};
  const float hidden = ImGui::GetScrollX();
  const int first = std::clamp(static_cast<int>(hidden / cell), 0, table.C);
  const int last = std::clamp(static_cast<int>((hidden + room) / cell) + 1, first, table.C);
  draw_cells(ui, table, grid, first, last);
  read_cell(table, grid);
  ImGui::EndChild();
  ui.mark(label);
}

}  // namespace heed::studio
