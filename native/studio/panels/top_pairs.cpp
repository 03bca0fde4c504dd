// The strongest weights of the last layer: which word looks most at which.
#include <algorithm>

#include "native/studio/studio.h"

namespace heed::studio {
namespace {

struct Line {
  std::string words;
  double weight;
  Cell cell;
  int layer, head;
};

// Pooling has one query, the sentence: then its strongest words.
std::vector<Line> lines_of(const Explorer& explorer, bool pooling) {
  const session::Analysis& analysis = *explorer.analysis();
  auto name = [&](int token) { return analysis.tokens[static_cast<size_t>(token)].text; };
  std::vector<Line> lines;
  if (!pooling) {
    for (const session::Pair& pair : analysis.top_pairs)
      lines.push_back({name(pair.query) + " → " + name(pair.key),
                       pair.weight,
                       {pair.query, pair.key},
                       pair.layer,
                       pair.head});
    return lines;
  }
  for (size_t i = 0; i < analysis.received.size(); ++i)
    lines.push_back({name(static_cast<int>(i)), analysis.received[i], {0, static_cast<int>(i)}, 0, 0});
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.weight > b.weight; });
  if (lines.size() > 8) lines.resize(8);
  return lines;
}

void draw_line(Studio& studio, const Line& line, double most, size_t index) {
  Ui& ui = studio.ui;
  Explorer& explorer = studio.explorer;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool lit = explorer.pointing.shown() == line.cell;
  if (studio::line(ui, "pair" + std::to_string(index), line.words, lit, ui.px(22))) {
    explorer.pointing.pin = line.cell;
    explorer.layer = std::clamp(line.layer, 0, std::max(0, explorer.layers() - 1));
    if (explorer.heads() > 1) explorer.head = line.head;
  }
  ui.mark("pair " + line.words);
  if (ImGui::IsItemHovered()) explorer.pointing.hover = line.cell;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string number = decimal(line.weight, 3);
  draw.AddText({at.x + width - ImGui::CalcTextSize(number.c_str()).x, at.y}, studio.palette.ink,
               number.c_str());
  const float share = most > 0 ? static_cast<float>(line.weight / most) : 0;
  draw.AddRectFilled({at.x, at.y + ui.px(21)}, {at.x + width * share, at.y + ui.px(23)},
                     studio.palette.at(0.55));
}

}  // namespace

void draw_top_pairs(Studio& studio) {
  Ui& ui = studio.ui;
  Explorer& explorer = studio.explorer;
  if (!explorer.analysis() || explorer.map() == nullptr) return;
  const bool pooling = explorer.map()->kind == "pooling";
  const std::vector<Line> lines = lines_of(explorer, pooling);
  if (lines.empty()) return;
  hairline(ui);
  title(ui, pooling ? "Top words" : "Top pairs");
  ImGui::SameLine();
  ImGui::PushFont(ui.fonts->small());
  ImGui::TextDisabled("%s", pooling ? "share of the sentence's sum" : "query → key, last layer");
  ImGui::PopFont();
  for (size_t i = 0; i < lines.size(); ++i) draw_line(studio, lines[i], lines.front().weight, i);
}

}  // namespace heed::studio
