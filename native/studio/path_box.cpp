#include "native/studio/path_box.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace heed::studio {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

std::string expand_home(const std::string& path) {
  const char* home = std::getenv("HOME");
  return home != nullptr && path.rfind("~/", 0) == 0 ? home + path.substr(1) : path;
}

std::vector<std::string> completions(const std::string& typed, size_t limit) {
  const std::string path = expand_home(typed);
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string begun = path.substr(folder.size());
  std::vector<std::string> found;
  std::error_code error;
  fs::directory_iterator entries(folder.empty() ? "." : folder, error), end;
  for (; !error && entries != end; entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    if (name.rfind(begun, 0) != 0 || (begun.empty() && name[0] == '.')) continue;
    std::error_code ignored;
    found.push_back(folder + name + (entries->is_directory(ignored) ? "/" : ""));
  }
  std::sort(found.begin(), found.end());
  if (found.size() > limit) found.resize(limit);
  return found;
}

bool path_box(Ui& ui, const std::string& label, std::string* path, const char* hint) {
  const std::string name = label.substr(0, label.find("##"));
  if (!name.empty()) soft(ui, name);
  ui.fonts->need(*path);
  ImGui::PushID(label.c_str());
  ImGui::SetNextItemWidth(-1);
  bool chosen = ImGui::InputTextWithHint(
      "##path", hint, path, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion,
      complete);
  ui.mark(label);
  const bool typing = ImGui::IsItemActive();
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID open = ImGui::GetID("open");
  // The list stays for the frames between pressing the mouse on it and letting go.
  if (typing) storage.SetInt(open, 3);
  const int left = storage.GetInt(open, 0);
  if (left > 0 && !chosen) {
    if (!typing && !ImGui::IsMouseDown(0)) storage.SetInt(open, left - 1);
    for (const std::string& entry : completions(*path, 6)) {
      if (entry == *path) continue;
      ui.fonts->need(entry);
      const fs::path shown =
          entry.back() == '/' ? fs::path(entry).parent_path().filename() / "" : fs::path(entry).filename();
      if (ImGui::Selectable((shown.string() + "##" + entry).c_str())) {
        *path = entry;
        chosen = entry.back() != '/';
        storage.SetInt(open, chosen ? 0 : 3);
      }
    }
  }
  ImGui::PopID();
  if (chosen) *path = expand_home(*path);
  return chosen;
}

}  // namespace heed::studio
