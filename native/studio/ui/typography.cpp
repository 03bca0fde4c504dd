#include "native/studio/ui/typography.h"

#include <imgui.h>

#include <algorithm>

namespace heed::studio {

void title(Ui& ui, const std::string& text) {
  ui.fonts->need(text);
  ImGui::TextUnformatted(text.c_str());
  // There is one weight of the font: drawn twice, half a pixel apart, it is a bold one.
  const ImVec2 at = ImGui::GetItemRectMin();
  ImGui::GetWindowDrawList()->AddText({at.x + ui.px(0.6f), at.y}, ui.colours().ink, text.c_str());
}

void text(Ui& ui, const std::string& text) {
  ui.fonts->need(text);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
}

void soft(Ui& ui, const std::string& words) {
  ImGui::PushFont(ui.fonts->small());
  ImGui::PushStyleColor(ImGuiCol_Text, ui.colours().ink_soft);
  text(ui, words);
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void problem(Ui& ui, const std::string& words) {
  if (words.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, ui.colours().problem);
  text(ui, words);
  ui.mark("problem");
  ImGui::PopStyleColor();
}

void tip(const std::string& words) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) hint(words);
}

void hint(const std::string& words) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void hairline(Ui& ui) {
  ImGui::Dummy({0, ui.px(3)});
  ImGui::Separator();
  ImGui::Dummy({0, ui.px(3)});
}

void figure(Ui& ui, const std::string& name, const std::string& value) {
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(-1);
  ImGui::PushFont(ui.fonts->small());
  ImGui::TextDisabled("%s", name.c_str());
  ImGui::PopFont();
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
}

std::string on_a_line(const std::string& text, size_t bytes) {
  size_t end = std::min(bytes, text.size());
  while (end < text.size() && end > 0 && (text[end] & 0xC0) == 0x80) --end;  // to where a character begins
  std::string line = text.substr(0, end);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return end < text.size() ? line + " …" : line;
}

}  // namespace heed::studio
