#include "native/studio/ui/path_box.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "native/studio/paths.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

namespace fs = std::filesystem;

// The list stays for the frames between pressing the mouse on it and letting go.
constexpr int kFramesOpen = 3;
constexpr size_t kMostEntries = 6;

// As many first characters as all have.
std::string common(const std::vector<std::string>& paths) {
  std::string prefix = paths.empty() ? "" : paths[0];
  for (const std::string& path : paths) {
    const auto [end, unused] = std::mismatch(prefix.begin(), prefix.end(), path.begin(), path.end());
    prefix.erase(end, prefix.end());
  }
  return prefix;
}

int complete(ImGuiInputTextCallbackData* data) {
  const std::string typed(data->Buf, static_cast<size_t>(data->BufTextLen));
  const std::string longer = common(completions(typed, 1000));
  if (longer.size() <= typed.size()) return 0;
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, longer.c_str());
  return 0;
}

// What may follow, to be clicked. True when one was taken: a folder goes on, a file is chosen.
bool list_of(Ui& ui, std::string* path, bool* chosen) {
  bool taken = false;
  for (const std::string& entry : completions(*path, kMostEntries)) {
    if (entry == *path) continue;
    ui.fonts->need(entry);
    const fs::path shown =
        entry.back() == '/' ? fs::path(entry).parent_path().filename() / "" : fs::path(entry).filename();
    if (!ImGui::Selectable((shown.string() + "##" + entry).c_str())) continue;
    *path = entry;
    *chosen = entry.back() != '/';
    taken = true;
  }
  return taken;
}

// What follows "##", by which others know the box.
std::string name_of(const std::string& label) {
  const size_t place = label.find("##");
  return place == std::string::npos ? label : label.substr(place + 2);
}

}  // namespace

bool path_box(Ui& ui, const std::string& label, std::string* path, const char* hint, PathFor what) {
  if (!visible(label).empty()) soft(ui, visible(label));
  ui.fonts->need(*path);
  ImGui::PushID(label.c_str());
  ImGui::SetNextItemWidth(-ui.px(38));
  bool chosen = ImGui::InputTextWithHint(
      "##path", hint, path, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion,
      complete);
  ui.mark(label);
  const bool typing = ImGui::IsItemActive();
  ImGui::SameLine(0, ui.px(6));
  if (button(ui, "…##choose " + name_of(label))) ui.chooser->open(label, *path, what);
  tip("Shows the files and folders there are");
  if (ui.chooser->draw(ui, label, path)) chosen = true;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID open = ImGui::GetID("open");
  if (typing) storage.SetInt(open, kFramesOpen);
  const int left = storage.GetInt(open, 0);
  if (left > 0 && !chosen) {
    if (!typing && !ImGui::IsMouseDown(0)) storage.SetInt(open, left - 1);
    if (list_of(ui, path, &chosen)) storage.SetInt(open, chosen ? 0 : kFramesOpen);
  }
  ImGui::PopID();
  if (chosen) *path = expand_home(*path);
  return chosen;
}

}  // namespace heed::studio
