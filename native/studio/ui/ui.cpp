#include "native/studio/ui/ui.h"

namespace heed::studio {

void Ui::mark(const std::string& label) {
  if (!ImGui::IsItemVisible()) return;
  const bool enabled = ImGui::GetStyle().Alpha > 0.99f;  // BeginDisabled takes it down
  const size_t place = label.find("##");
  seen[place == std::string::npos ? label : label.substr(place + 2)] = {ImGui::GetItemRectMin(),
                                                                        ImGui::GetItemRectMax(), enabled};
}

std::string visible(const std::string& label) {
  return label.substr(0, label.find("##"));
}

std::string hidden(const std::string& label) {
  return "##" + label;
}

}  // namespace heed::studio
