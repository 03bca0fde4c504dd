#include "native/studio/ui/widgets.h"

#include <algorithm>
#include <cmath>

#include "native/studio/ui/typography.h"

namespace heed::studio {

bool button(Ui& ui, const std::string& label, bool enabled, bool primary) {
  ui.fonts->need(label);
  const Palette& p = ui.colours();
  if (primary) {
    ImGui::PushStyleColor(ImGuiCol_Button, p.accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, with_alpha(p.accent, 0.9));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, with_alpha(p.accent, 0.8));
    ImGui::PushStyleColor(ImGuiCol_Text, Palette::on(p.accent));
  }
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::Button(label.c_str());
  ui.mark(label);
  ImGui::EndDisabled();
  if (primary) ImGui::PopStyleColor(4);
  return pressed;
}

bool quiet_button(Ui& ui, const std::string& label) {
  ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(ui.colours().paper, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  const bool pressed = button(ui, label);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  return pressed;
}

bool check_box(Ui& ui, const std::string& label, bool* value) {
  ui.fonts->need(label);
  const bool changed = ImGui::Checkbox(label.c_str(), value);
  ui.mark(label);
  return changed;
}

bool line(Ui& ui, const std::string& name, const std::string& text, bool lit, float height) {
  ui.fonts->need(text);
  const float x = ImGui::GetCursorScreenPos().x;
  const bool clicked =
      ImGui::Selectable(hidden(name).c_str(), lit, 0, {0, std::max(height, ImGui::GetFontSize())});
  // Half the space between lines belongs to the item.
  const float y = ImGui::GetItemRectMin().y + std::floor(ImGui::GetStyle().ItemSpacing.y / 2);
  ImGui::GetWindowDrawList()->AddText({x, y}, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
  return clicked;
}

bool choose(Ui& ui, const std::string& label, const std::vector<std::string>& names, size_t* chosen) {
  if (!visible(label).empty()) soft(ui, visible(label));
  ImGui::SetNextItemWidth(-1);
  const std::string now = *chosen < names.size() ? names[*chosen] : "";
  ui.fonts->need(now);
  const bool open = ImGui::BeginCombo(hidden(label).c_str(), now.c_str(), ImGuiComboFlags_HeightLarge);
  ui.mark(label);
  if (!open) return false;
  bool changed = false;
  for (size_t i = 0; i < names.size(); ++i) {
    if (line(ui, std::to_string(i), names[i], i == *chosen)) {
      changed = i != *chosen;
      *chosen = i;
    }
    ui.mark(names[i]);
  }
  ImGui::EndCombo();
  return changed;
}

bool slider(Ui& ui, const std::string& label, int* value, int minimum, int maximum, const char* format) {
  ImGui::SetNextItemWidth(-1);
  ImGui::BeginDisabled(minimum >= maximum);
  // A slider of floats: the knob of whole numbers is as wide as a step, which looks like a share.
  auto number = static_cast<float>(*value);
  const bool changed = ImGui::SliderFloat(hidden(label).c_str(), &number, static_cast<float>(minimum),
                                          static_cast<float>(std::max(maximum, minimum + 1)), format,
                                          ImGuiSliderFlags_AlwaysClamp);
  ui.mark(label);
  ImGui::EndDisabled();
  *value = std::clamp(static_cast<int>(std::lround(number)), minimum, std::max(minimum, maximum));
  return changed;
}

bool real_slider(Ui& ui, const std::string& label, double* value, float minimum, float maximum) {
  soft(ui, visible(label));
  auto number = static_cast<float>(*value);
  ImGui::SetNextItemWidth(-1);
  const bool changed = ImGui::SliderFloat(hidden(label).c_str(), &number, minimum, maximum, "%.2f",
                                          ImGuiSliderFlags_AlwaysClamp);
  ui.mark(label);
  if (changed) *value = static_cast<double>(number);
  return changed;
}

bool weight_slider(Ui& ui, const std::string& label, const std::string& target, double* value) {
  auto number = static_cast<float>(*value);
  ImGui::SetNextItemWidth(ui.px(160));
  const bool changed = ImGui::SliderFloat(("##" + label + target).c_str(), &number, 0, 1, "%.2f",
                                          ImGuiSliderFlags_AlwaysClamp);
  ui.mark(label);
  if (changed) *value = static_cast<double>(number);
  return changed;
}

bool whole_number(Ui& ui, const std::string& label, int64_t* value, int64_t least, int64_t most) {
  const int64_t before = *value;
  ImGui::SetNextItemWidth(ui.px(110));
  ImGui::InputScalar(hidden(label).c_str(), ImGuiDataType_S64, value);
  ui.mark(label);
  ImGui::SameLine();
  soft(ui, visible(label));
  *value = std::clamp(*value, least, most);
  return *value != before;
}

bool tab(Ui& ui, const std::string& label, bool chosen) {
  const Palette& p = ui.colours();
  ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(p.paper, 0));
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? p.ink : p.ink_soft);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  const bool pressed = ImGui::Button(label.c_str());
  ui.mark(label);
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  if (chosen)
    ImGui::GetWindowDrawList()->AddRectFilled({min.x + ui.px(6), max.y - ui.px(2)}, {max.x - ui.px(6), max.y},
                                              p.accent);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return pressed;
}

}  // namespace heed::studio
