// The attention map of the sentence, with the confusion matrix beside it where a run has one.
#include <algorithm>

#include "native/studio/studio.h"

namespace heed::studio {
namespace {

// "Layer 1", or "mean" before the heads.
void choose_part(Studio& studio, const char* label, int count, bool with_mean, int* chosen) {
  std::vector<std::string> names;
  if (with_mean) names.push_back("mean");
  for (int i = 1; i <= count; ++i) names.push_back(std::to_string(i));
  const int place = *chosen + (with_mean ? 1 : 0);
  auto index = static_cast<size_t>(place);
  ImGui::SameLine();
  ImGui::BeginGroup();
  ImGui::PushItemWidth(studio.ui.px(70));
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine();
  ImGui::BeginChild(label, {studio.ui.px(76), ImGui::GetFrameHeight()});
  if (choose(studio.ui, std::string("##") + label, names, &index))
    *chosen = static_cast<int>(index) - (with_mean ? 1 : 0);
  ImGui::EndChild();
  ImGui::PopItemWidth();
  ImGui::EndGroup();
}

void head_line(Studio& studio) {
  Explorer& explorer = studio.explorer;
  ImGui::AlignTextToFramePadding();
  title(studio.ui, "Attention");
  if (explorer.layers() > 1) choose_part(studio, "Layer", explorer.layers(), false, &explorer.layer);
  if (explorer.heads() > 1) choose_part(studio, "Head", explorer.heads(), true, &explorer.head);
  ImGui::SameLine();
  check_box(studio.ui, "Numbers", &studio.numbers);
}

// "Row me attends to this: 0.39."
std::string sentence_of(const Heat& heat, const Cell& cell) {
  const auto t = static_cast<size_t>(cell.query), s = static_cast<size_t>(cell.key);
  return "Row " + heat.queries[t] + " attends to " + heat.keys[s] + ": " +
         decimal(static_cast<double>(heat.weights[t * heat.keys.size() + s]), 3);
}

}  // namespace

void draw_attention(Studio& studio, float height) {
  Ui& ui = studio.ui;
  Explorer& explorer = studio.explorer;
  const float top = ImGui::GetCursorPosY();
  const session::AttentionMap* map = explorer.map();
  head_line(studio);
  if (map == nullptr) {
    const auto& analysis = explorer.analysis();
    soft(ui, !explorer.model() ? "A model's attention appears here once there is one."
             : !analysis || analysis->tokens.empty()
                 ? "Type a sentence: its words appear here as rows and columns."
                 : "This model has no attention, so there is no map to draw.");
  }
  const bool confusion = studio.tab == "Train" && studio.watched && !studio.watched->epochs.empty();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float below = ui.fonts->small()->FontSize * 2 + ui.px(20);
  const float map_height = std::max(ui.px(230), height - (ImGui::GetCursorPosY() - top) - below);
  const float map_width = confusion ? room.x * 0.62f : room.x;
  if (map != nullptr) {
    const Heat heat = heat_of(*explorer.analysis(), *map, explorer.weights(), studio.numbers);
    ImGui::BeginGroup();
    heat_map(ui, "Attention map", heat, {map_width, map_height}, &explorer.pointing);
    legend(ui, heat.full, "share of the row's sum");
    const std::optional<Cell> shown = explorer.pointing.shown();
    const bool inside = shown && shown->query < static_cast<int>(heat.queries.size()) &&
                        shown->key < static_cast<int>(heat.keys.size());
    ImGui::PushFont(ui.fonts->small());
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + map_width);
    ImGui::TextUnformatted(
        inside ? sentence_of(heat, *shown).c_str()
        : map->kind == "pooling"
            ? "The sentence attends (query); a column is the word attended to (key)."
            : "A row is the word that attends (query), a column the word attended to (key).");
    if (inside) ui.mark("Readout");
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndGroup();
    if (confusion) ImGui::SameLine(0, ui.px(16));
  }
  if (!confusion) return;
  ImGui::BeginGroup();
  draw_confusion(studio, {ImGui::GetContentRegionAvail().x, map_height});
  ImGui::EndGroup();
}

}  // namespace heed::studio
