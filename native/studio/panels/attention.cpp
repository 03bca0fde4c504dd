#include "native/studio/panels/attention.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/panels/all_heads.h"
#include "native/studio/panels/map_saving.h"
#include "native/studio/parts/units.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// "Layer 0", or "mean" before the heads.
void choose_part(Ui& ui, const char* label, int count, bool with_mean, int* chosen) {
  std::vector<std::string> names;
  if (with_mean) names.push_back("mean");
  for (int i = 0; i < count; ++i) names.push_back(std::to_string(i));
  const int place = *chosen + (with_mean ? 1 : 0);
  auto index = static_cast<size_t>(place);
  ImGui::SameLine();
  ImGui::BeginGroup();
  ImGui::PushItemWidth(ui.px(70));
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine();
  ImGui::BeginChild(label, {ui.px(76), ImGui::GetFrameHeight()});
  if (choose(ui, std::string("##") + label, names, &index))
    *chosen = static_cast<int>(index) - (with_mean ? 1 : 0);
  ImGui::EndChild();
  ImGui::PopItemWidth();
  ImGui::EndGroup();
}

bool has_special(const Explorer& explorer) {
  const auto& tokens = explorer.analysis()->tokens;
  return std::any_of(tokens.begin(), tokens.end(), [](const session::Token& t) { return t.special; });
}

bool has_pieces(const Explorer& explorer) {
  return !units_of(*explorer.analysis(), true, true).are_tokens(explorer.analysis()->tokens.size());
}

void title_and_choices(Ui& ui, Explorer& explorer) {
  ImGui::AlignTextToFramePadding();
  title(ui, "Attention");
  if (explorer.map() == nullptr) return;
  if (explorer.layers() > 1 || explorer.heads() > 1) {
    ImGui::SameLine();
    check_box(ui, "All heads", &explorer.all_heads);
  }
  if (explorer.all_heads) return;
  if (explorer.layers() > 1) choose_part(ui, "Layer", explorer.layers(), false, &explorer.layer);
  if (explorer.heads() > 1) choose_part(ui, "Head", explorer.heads(), true, &explorer.head);
  ImGui::SameLine();
  check_box(ui, "Numbers", &explorer.numbers);
  if (has_special(explorer)) {
    ImGui::SameLine();
    check_box(ui, "Special tokens", &explorer.special_tokens);
    tip("Shows tokens such as [CLS], which stand for no word. Without them, rows are scaled up to sum to 1 "
        "again");
  }
  if (has_pieces(explorer)) {
    ImGui::SameLine();
    check_box(ui, "Whole words", &explorer.whole_words);
    tip("Joins sub-word tokens: a word receives the sum of their weights and gives the mean");
  }
}

const char* why_no_map(const Explorer& explorer) {
  if (!explorer.model()) return "A model's attention appears here once there is one.";
  const auto& analysis = explorer.analysis();
  return !analysis || analysis->tokens.empty() ? "Type a sentence: its words appear here as rows and columns."
                                               : "This model has no attention, so there is no map to draw.";
}

// "Row me attends to this: 0.39."
std::string sentence_of(const Heat& heat, const Cell& cell) {
  const auto t = static_cast<size_t>(cell.query), s = static_cast<size_t>(cell.key);
  return "Row " + heat.queries[t] + " attends to " + heat.keys[s] + ": " +
         decimal(static_cast<double>(heat.weights[t * heat.keys.size() + s]), 3);
}

// The cell that is pointed at in words, or how the map is read.
void readout(Ui& ui, const Heat& heat, const std::optional<Cell>& shown, bool pooling, float width) {
  const bool inside = shown && shown->query < static_cast<int>(heat.queries.size()) &&
                      shown->key < static_cast<int>(heat.keys.size());
  ImGui::PushFont(ui.fonts->small());
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  ImGui::TextUnformatted(
      inside    ? sentence_of(heat, *shown).c_str()
      : pooling ? "The sentence attends (query); a column is the word attended to (key)."
                : "A row is the word that attends (query), a column the word attended to (key).");
  if (inside) ui.mark("Readout");
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

// With the units that are shown in the tokens' place; what is pointed at is the same in both.
void draw_map(Ui& ui, Explorer& explorer, const session::Edited* edited, ImVec2 size, bool saving) {
  const Heat heat = edited_heat(explorer, edited);
  const Units keys = units_of(seen(explorer, edited), explorer.special_tokens, explorer.whole_words);
  const bool square = !explorer.translation() && explorer.map()->kind != "pooling";
  const Units queries = square ? keys : tokens_alone(heat.queries);
  if (keys.members.empty() || keys.members.back().back() >= heat.keys.size())
    return soft(ui, "There is nothing here but special tokens.");
  const Heat shown = shaped(heat, queries, keys);
  Pointing pointing{to_units(explorer.pointing.hover, queries, keys),
                    to_units(explorer.pointing.last, queries, keys),
                    to_units(explorer.pointing.pin, queries, keys)};
  const std::optional<Cell> pin = pointing.pin;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  heat_map(ui, "Attention map", shown, size, &pointing);
  legend(ui, shown.full, "share of the row's sum");
  readout(ui, shown, pointing.shown(), explorer.map()->kind == "pooling", size.x);
  ImGui::EndGroup();
  const ImVec2 end = ImGui::GetItemRectMax();
  if (saving) draw_map_saving(ui, explorer, edited, shown, corner, end);
  if (pointing.hover) explorer.pointing.hover = to_tokens(pointing.hover, queries, keys);
  if (pointing.pin != pin) explorer.pointing.pin = to_tokens(pointing.pin, queries, keys);
}

}  // namespace

void draw_attention(Ui& ui, Explorer& explorer, float height, const BesideMap& beside,
                    const session::Edited* edited) {
  const float top = ImGui::GetCursorPosY();
  title_and_choices(ui, explorer);
  const session::AttentionMap* map = explorer.map();
  if (map == nullptr) soft(ui, why_no_map(explorer));
  const float room = ImGui::GetContentRegionAvail().x;
  const float below = ui.fonts->small()->FontSize * 2 + ui.px(beside ? 20 : 56);
  const float map_height = std::max(ui.px(230), height - (ImGui::GetCursorPosY() - top) - below);
  if (map != nullptr) {
    const ImVec2 size{beside ? room * 0.62f : room, map_height};
    if (explorer.all_heads)
      draw_all_heads(ui, explorer, edited, size);
    else
      draw_map(ui, explorer, edited, size, !beside);
    if (beside) ImGui::SameLine(0, ui.px(16));
  }
  if (!beside) return;
  ImGui::BeginGroup();
  beside({ImGui::GetContentRegionAvail().x, map_height});
  ImGui::EndGroup();
}

}  // namespace heed::studio
