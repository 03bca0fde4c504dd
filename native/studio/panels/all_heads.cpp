#include "native/studio/panels/all_heads.h"

#include <algorithm>

#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

constexpr int64_t kMostCells =
    16;  // along each side of a small map: the largest weight of those that share one

// In each cell the largest of the weights that fall into it, so that no weight is lost.
std::vector<float> reduced(const session::AttentionMap& map, int head, int64_t rows, int64_t columns) {
  std::vector<float> cells(static_cast<size_t>(rows * columns), 0.0f);
  const float* weights = map.weights.data() + static_cast<ptrdiff_t>(head) * map.T * map.S;
  for (int64_t t = 0; t < map.T; ++t)
    for (int64_t s = 0; s < map.S; ++s) {
      float& cell = cells[static_cast<size_t>(t * rows / map.T * columns + s * columns / map.S)];
      cell = std::max(cell, weights[t * map.S + s]);
    }
  return cells;
}

void small_map(Ui& ui, const session::AttentionMap& map, int head, ImVec2 corner, float side) {
  const int64_t rows = std::min(map.T, kMostCells), columns = std::min(map.S, kMostCells);
  const std::vector<float> cells = reduced(map, head, rows, columns);
  const float full = std::max(1e-9f, *std::max_element(cells.begin(), cells.end()));
  const float x = side / static_cast<float>(columns), y = side / static_cast<float>(rows);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) {
      const ImVec2 at{corner.x + static_cast<float>(c) * x, corner.y + static_cast<float>(r) * y};
      const float share = cells[static_cast<size_t>(r * columns + c)] / full;
      draw.AddRectFilled(at, {at.x + x, at.y + y}, ui.colours().at(static_cast<double>(share)));
    }
}

// True when it is clicked.
bool head_button(Ui& ui, const session::AttentionMap& map, int layer, int head, float side) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string name = "head " + std::to_string(layer) + "." + std::to_string(head);
  const bool clicked = ImGui::InvisibleButton(name.c_str(), {side, side});
  ui.mark(name);
  tip("Layer " + std::to_string(layer) + ", head " + std::to_string(head));
  if (ImGui::IsItemVisible()) small_map(ui, map, head, corner, side);
  if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
    ImGui::GetWindowDrawList()->AddRect(corner, {corner.x + side, corner.y + side}, ui.colours().accent, 0, 0,
                                        ui.px(2));
  return clicked;
}

}  // namespace

void draw_all_heads(Ui& ui, Explorer& explorer, const session::Edited* edited, ImVec2 size) {
  const std::vector<session::AttentionMap>& maps = seen(explorer, edited).attention;
  int64_t heads = 1;
  for (const session::AttentionMap& map : maps) heads = std::max(heads, map.H);
  const float name = ui.px(28), gap = ui.px(5);
  const float side = std::clamp((size.x - name) / static_cast<float>(heads) - gap, ui.px(24), ui.px(130));
  ImGui::BeginChild("all heads", size);
  for (size_t layer = 0; layer < maps.size(); ++layer) {
    soft(ui, std::to_string(layer));
    ImGui::SameLine(name, 0);
    for (int head = 0; head < maps[layer].H; ++head) {
      if (head > 0) ImGui::SameLine(0, gap);
      if (!head_button(ui, maps[layer], static_cast<int>(layer), head, side)) continue;
      explorer.layer = static_cast<int>(layer);
      explorer.head = maps[layer].H > 1 ? head : -1;
      explorer.all_heads = false;
    }
  }
  soft(ui,
       "Rows are layers and columns are heads. Each map is scaled by its own largest weight. Click one to "
       "open it.");
  ImGui::EndChild();
}

}  // namespace heed::studio
