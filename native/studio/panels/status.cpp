#include "native/studio/panels/status.h"

#include "native/studio/ui/widgets.h"

namespace heed::studio {

void draw_status(Ui& ui, Notice& notice) {
  if (notice.problem.empty() && notice.message.empty()) return;
  ImGui::SetCursorPos({ui.px(16), ImGui::GetCursorPosY() + ui.px(6)});
  ImGui::BeginGroup();
  ImGui::AlignTextToFramePadding();
  ImGui::PushTextWrapPos(ImGui::GetWindowWidth() - ui.px(90));
  const bool wrong = !notice.problem.empty();
  const std::string& words = wrong ? notice.problem : notice.message;
  ui.fonts->need(words);
  ImGui::PushStyleColor(ImGuiCol_Text, wrong ? ui.colours().problem : ui.colours().ink_soft);
  ImGui::TextUnformatted(words.c_str());
  ui.mark(wrong ? "problem" : "message");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  ImGui::SameLine(ImGui::GetWindowWidth() - ui.px(76));
  if (quiet_button(ui, "Close##status")) notice = {};
  ImGui::SetCursorPos({0, ImGui::GetCursorPosY() + ui.px(2)});
  ImGui::Separator();
}

}  // namespace heed::studio
