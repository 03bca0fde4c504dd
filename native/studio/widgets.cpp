#include "native/studio/widgets.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace heed::studio {
namespace {

std::string visible(const std::string& label) {
  return label.substr(0, label.find("##"));
}

// The label above the widget, where it has one.
void caption(Ui& ui, const std::string& label) {
  if (visible(label).empty()) return;
  soft(ui, visible(label));
}

std::string hidden(const std::string& label) {
  return "##" + label;
}

}  // namespace

void Ui::mark(const std::string& label) {
  if (!ImGui::IsItemVisible()) return;
  const bool enabled = ImGui::GetStyle().Alpha > 0.99f;  // BeginDisabled takes it down
  const size_t place = label.find("##");
  seen[place == std::string::npos ? label : label.substr(place + 2)] = {ImGui::GetItemRectMin(),
                                                                        ImGui::GetItemRectMax(), enabled};
}

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

bool input(Ui& ui, const std::string& label, std::string* text, const char* hint, bool* entered) {
  caption(ui, label);
  ui.fonts->need(*text);
  ImGui::SetNextItemWidth(-1);
  const std::string before = *text;
  const bool enter = ImGui::InputTextWithHint(hidden(label).c_str(), hint, text,
                                              entered == nullptr ? 0 : ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark(label);
  if (entered != nullptr) *entered = enter;
  return *text != before;
}

void wrap(char* text, size_t size, float width,
          const std::function<float(const char* first, const char* last)>& width_of) {
  std::replace(text, text + size, '\n', ' ');
  const char* line = text;
  char* space = nullptr;  // the last one of this line
  for (char* at = text; at <= text + size; ++at) {
    if (at < text + size && *at != ' ') continue;
    if (space != nullptr && width_of(line, at) > width) {
      *space = '\n';
      line = space + 1;
    }
    space = at;
  }
}

namespace {

struct Wrapping {
  float width;
};

void wrap_at(char* text, size_t size, float width) {
  wrap(text, size, width,
       [](const char* first, const char* last) { return ImGui::CalcTextSize(first, last).x; });
}

int wrap_typed(ImGuiInputTextCallbackData* data) {
  if (data->BufTextLen == 0) return 0;
  wrap_at(data->Buf, static_cast<size_t>(data->BufTextLen), static_cast<Wrapping*>(data->UserData)->width);
  data->BufDirty = true;
  return 0;
}

}  // namespace

bool wrapped_input(Ui& ui, const std::string& label, std::string* text, int most) {
  ui.fonts->need(*text);
  const ImGuiStyle& style = ImGui::GetStyle();
  Wrapping wrapping{ImGui::GetContentRegionAvail().x - 2 * style.FramePadding.x - ui.px(4)};
  std::string wrapped = *text;
  wrap_at(wrapped.data(), wrapped.size(), wrapping.width);
  const auto lines = static_cast<int>(std::count(wrapped.begin(), wrapped.end(), '\n')) + 1;
  const float height =
      ImGui::GetFontSize() * static_cast<float>(std::min(lines, most)) + 2 * style.FramePadding.y;
  const bool changed = ImGui::InputTextMultiline(
      hidden(label).c_str(), &wrapped, {-1, height},
      ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_NoHorizontalScroll, wrap_typed, &wrapping);
  ui.mark(label);
  if (!changed) return false;
  std::replace(wrapped.begin(), wrapped.end(), '\n', ' ');
  const bool differs = wrapped != *text;
  *text = std::move(wrapped);
  return differs;
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
  caption(ui, label);
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
  // Of floats: the knob of whole numbers is as wide as a step, which looks like a share.
  auto number = static_cast<float>(*value);
  const bool changed = ImGui::SliderFloat(hidden(label).c_str(), &number, static_cast<float>(minimum),
                                          static_cast<float>(std::max(maximum, minimum + 1)), format,
                                          ImGuiSliderFlags_AlwaysClamp);
  ui.mark(label);
  ImGui::EndDisabled();
  *value = std::clamp(static_cast<int>(std::lround(number)), minimum, std::max(minimum, maximum));
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
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
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

std::string decimal(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "–" : "∞";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string with_separators(int64_t value) {
  const std::string digits = std::to_string(value);
  std::string grouped;
  for (size_t i = 0; i < digits.size(); ++i) {
    const size_t left = digits.size() - i;
    if (i > 0 && left % 3 == 0 && digits[i - 1] != '-') grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

std::string duration(double seconds) {
  const auto whole = static_cast<int64_t>(std::lround(std::max(0.0, seconds)));
  char text[32];
  if (whole < 60)
    std::snprintf(text, sizeof text, "%d s", static_cast<int>(whole));
  else if (whole < 3600)
    std::snprintf(text, sizeof text, "%d:%02d min", static_cast<int>(whole / 60),
                  static_cast<int>(whole % 60));
  else
    std::snprintf(text, sizeof text, "%d:%02d h", static_cast<int>(whole / 3600),
                  static_cast<int>(whole / 60 % 60));
  return text;
}

}  // namespace heed::studio
