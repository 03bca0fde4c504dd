#include "native/studio/panels/closing.h"

#include "native/studio/ui/widgets.h"

namespace heed::studio {

void draw_closing(Ui& ui, const std::string& run, Closing& closing) {
  ImGui::SetCursorPos({ui.px(16), ImGui::GetCursorPosY() + ui.px(8)});
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      (run + " is still training. Its last whole epoch is kept, and it can go on next time.").c_str());
  ImGui::SameLine();
  if (button(ui, "Close the window", true, true)) closing.agreed = true;
  ImGui::SameLine();
  if (button(ui, "Keep training")) closing.asked = false;
  ImGui::Dummy({0, ui.px(4)});
  ImGui::Separator();
}

}  // namespace heed::studio
