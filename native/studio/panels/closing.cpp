#include "native/studio/panels/closing.h"

#include "native/studio/ui/widgets.h"

namespace heed::studio {

void draw_closing(Ui& ui, const std::string& run, size_t unsaved, Closing& closing) {
  std::string words;
  if (!run.empty())
    words = run + " is still training. Its last whole epoch is kept, and it can go on next time. ";
  if (unsaved > 0)
    words += std::to_string(unsaved) + (unsaved == 1 ? " row was" : " rows were") +
             " changed under Data and not saved.";

  ImGui::SetCursorPos({ui.px(16), ImGui::GetCursorPosY() + ui.px(8)});
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(words.c_str());
  ImGui::SameLine();
  if (button(ui, "Close the window", true, true)) closing.agreed = true;
  ImGui::SameLine();
  if (button(ui, run.empty() ? "Keep it open" : "Keep training")) closing.asked = false;
  ImGui::Dummy({0, ui.px(4)});
  ImGui::Separator();
}

}  // namespace heed::studio
