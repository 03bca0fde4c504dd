#include "native/studio/views/token_strip.h"

#include <algorithm>

namespace heed::studio {
namespace {

void dots_below(Ui& ui, ImDrawList& draw, ImVec2 min, ImVec2 max) {
  for (float x = min.x + ui.px(6); x < max.x - ui.px(6); x += ui.px(4))
    draw.AddRectFilled({x, max.y - ui.px(4)}, {x + ui.px(1.6f), max.y - ui.px(2.4f)}, ui.colours().problem);
}

void chip(Ui& ui, const session::Token& token, int index, ImU32 colour, bool lit) {
  ui.fonts->need(token.text);
  const ImVec2 text = ImGui::CalcTextSize(token.text.c_str());
  const ImVec2 size{std::max(text.x, ui.px(4)) + ui.px(12), text.y + ui.px(7)};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(("##token" + std::to_string(index)).c_str(), size);
  ui.mark("token " + token.text);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  draw.AddRectFilled(at, end, colour, ui.px(4));
  if (lit) draw.AddRect(at, end, ui.colours().ink, ui.px(4), 0, ui.px(1.5f));
  draw.AddText({at.x + ui.px(6), at.y + ui.px(3)}, Palette::on(colour), token.text.c_str());
  if (!token.known) dots_below(ui, draw, at, end);
}

}  // namespace

void token_strip(Ui& ui, const std::vector<session::Token>& tokens, const std::vector<double>& received,
                 bool pooling, Pointing* pointing) {
  const double most = received.empty() ? 1 : *std::max_element(received.begin(), received.end());
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(4), ui.px(4)});
  for (size_t i = 0; i < tokens.size(); ++i) {
    const int index = static_cast<int>(i);
    const float next = ImGui::CalcTextSize(tokens[i].text.c_str()).x + ui.px(16);
    if (i > 0 && ImGui::GetItemRectMax().x + next < right) ImGui::SameLine();
    const std::optional<Cell> shown = pointing->shown();
    const double level = i < received.size() && most > 0 ? 0.75 * received[i] / most : 0.05;
    chip(ui, tokens[i], index, ui.colours().at(level),
         shown && (shown->key == index || (!pooling && shown->query == index)));
    if (ImGui::IsItemHovered()) {
      pointing->hover = Cell{pooling ? 0 : index, index};
      if (!tokens[i].known) ImGui::SetTooltip("not in the vocabulary: read as unknown");
    }
    if (ImGui::IsItemClicked()) pointing->pin = Cell{pooling ? 0 : index, index};
  }
  ImGui::PopStyleVar();
}

}  // namespace heed::studio
