#include "native/studio/ui/text_input.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "native/studio/ui/typography.h"

namespace heed::studio {

bool input(Ui& ui, const std::string& label, std::string* text, const char* hint) {
  if (!visible(label).empty()) soft(ui, visible(label));
  ui.fonts->need(*text);
  ImGui::SetNextItemWidth(-1);
  const std::string before = *text;
  ImGui::InputTextWithHint(hidden(label).c_str(), hint, text);
  ui.mark(label);
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

}  // namespace heed::studio
