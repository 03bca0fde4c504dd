#include "native/studio/panels/top_pairs.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

struct StrongPair {
  std::string words;
  double weight;
  Cell cell;
  int layer, head;
};

// Pooling has one query, the sentence: then its strongest words.
std::vector<StrongPair> strongest_of(const session::Analysis& analysis, bool pooling) {
  auto name = [&](int token) { return analysis.tokens[static_cast<size_t>(token)].text; };
  std::vector<StrongPair> pairs;
  if (!pooling) {
    for (const session::Pair& pair : analysis.top_pairs)
      pairs.push_back({name(pair.query) + " → " + name(pair.key),
                       pair.weight,
                       {pair.query, pair.key},
                       pair.layer,
                       pair.head});
    return pairs;
  }
  for (size_t i = 0; i < analysis.received.size(); ++i)
    pairs.push_back({name(static_cast<int>(i)), analysis.received[i], {0, static_cast<int>(i)}, 0, 0});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const StrongPair& a, const StrongPair& b) { return a.weight > b.weight; });
  if (pairs.size() > 8) pairs.resize(8);
  return pairs;
}

void draw_pair(Ui& ui, Explorer& explorer, const StrongPair& pair, double most, size_t index) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool lit = explorer.pointing.shown() == pair.cell;
  if (line(ui, "pair" + std::to_string(index), pair.words, lit, ui.px(22))) {
    explorer.pointing.pin = pair.cell;
    explorer.layer = std::clamp(pair.layer, 0, std::max(0, explorer.layers() - 1));
    if (explorer.heads() > 1) explorer.head = pair.head;
  }
  ui.mark("pair " + pair.words);
  if (ImGui::IsItemHovered()) explorer.pointing.hover = pair.cell;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string number = decimal(pair.weight, 3);
  draw.AddText({at.x + width - ImGui::CalcTextSize(number.c_str()).x, at.y}, ui.colours().ink,
               number.c_str());
  const float share = most > 0 ? static_cast<float>(pair.weight / most) : 0;
  draw.AddRectFilled({at.x, at.y + ui.px(21)}, {at.x + width * share, at.y + ui.px(23)},
                     ui.colours().at(0.55));
}

}  // namespace

void draw_top_pairs(Ui& ui, Explorer& explorer, const session::Edited* edited) {
  if (!explorer.analysis() || explorer.map() == nullptr) return;
  const bool pooling = explorer.map()->kind == "pooling";
  const std::vector<StrongPair> pairs = strongest_of(seen(explorer, edited), pooling);
  if (pairs.empty()) return;
  hairline(ui);
  title(ui, pooling ? "Top words" : "Top pairs");
  ImGui::SameLine();
  ImGui::PushFont(ui.fonts->small());
  ImGui::TextDisabled("%s", pooling ? "share of the sentence's sum" : "query → key, last layer");
  ImGui::PopFont();
  for (size_t i = 0; i < pairs.size(); ++i) draw_pair(ui, explorer, pairs[i], pairs.front().weight, i);
}

}  // namespace heed::studio
