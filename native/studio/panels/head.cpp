// The line at the top: what the window shows, what computes, and how it looks.
#include <algorithm>
#include <cstdio>
#if defined(__linux__)
#include <unistd.h>
#endif

#include "native/studio/studio.h"

namespace heed::studio {
namespace {

// Of this process, in bytes; 0 where the system does not say.
int64_t memory_in_use() {
#if defined(__linux__)
  long pages = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<int64_t>(resident) * sysconf(_SC_PAGESIZE);
#else
  return 0;
#endif
}

void device_line(Studio& studio) {
  std::string others;
  for (const session::DeviceEntry& device : studio.devices)
    others += (others.empty() ? "" : "\n") + device.name + ": " + device.description;
  const int64_t memory = memory_in_use() / 1000000;
  soft(studio.ui, "cpu, " + std::to_string(memory) + " MB");
  studio.ui.mark("Device");
  tip(others + "\nMemory in use: " + std::to_string(memory) + " MB");
}

const std::vector<std::string> kTabs{"Train", "Explore", "Two sentences", "Lab", "Data", "Compare", "Models"};

// In a row up to `right`, or, where the window is too narrow for it, in a list. True when there is room
// beside the row for the line about the device.
bool choose_tab(Studio& studio, float right) {
  Ui& ui = studio.ui;
  float width = 0;
  for (const std::string& name : kTabs)
    width += ImGui::CalcTextSize(name.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x + ui.px(2);
  const float left = ImGui::GetCursorPosX();
  if (left + width < right) {
    for (const std::string& name : kTabs) {
      if (name != kTabs.front()) ImGui::SameLine(0, ui.px(2));
      if (tab(ui, name, studio.tab == name)) studio.tab = name;
    }
    return left + width < right - ui.px(128);
  }
  auto chosen = static_cast<size_t>(std::find(kTabs.begin(), kTabs.end(), studio.tab) - kTabs.begin());
  ImGui::BeginChild("tabs", {ui.px(150), ImGui::GetFrameHeight()});
  if (choose(ui, "##Section", kTabs, &chosen)) studio.tab = kTabs[chosen];
  ImGui::EndChild();
  return false;
}

}  // namespace

void draw_head(Studio& studio) {
  Ui& ui = studio.ui;
  ImGui::SetCursorPos({ui.px(16), ui.px(8)});
  ImGui::AlignTextToFramePadding();
  title(ui, "Heed Studio");
  const float right = ImGui::GetWindowWidth() - ui.px(16);
  ImGui::SameLine(0, ui.px(24));
  const bool roomy = choose_tab(studio, right - ui.px(142));
  const std::string theme = studio.palette.dark ? "Light" : "Dark";
  if (roomy) {
    ImGui::SameLine(right - ui.px(270));
    ImGui::AlignTextToFramePadding();
    device_line(studio);
  }
  ImGui::SameLine(right - ui.px(142));
  if (quiet_button(ui, "A-")) studio.settings.scale = std::max(0.7, studio.settings.scale - 0.1);
  tip("Smaller text");
  ImGui::SameLine(0, ui.px(2));
  if (quiet_button(ui, "A+")) studio.settings.scale = std::min(2.5, studio.settings.scale + 0.1);
  tip("Larger text");
  ImGui::SameLine(right - ui.px(52));
  if (quiet_button(ui, theme)) studio.settings.theme = studio.palette.dark ? "light" : "dark";
  ImGui::SetCursorPos({0, ui.px(44)});
  ImGui::Separator();
}

// What was done last, or what went wrong: one line below the head, gone with a click.
void draw_status(Studio& studio) {
  Ui& ui = studio.ui;
  if (studio.problem.empty() && studio.message.empty()) return;
  ImGui::SetCursorPos({ui.px(16), ImGui::GetCursorPosY() + ui.px(6)});
  ImGui::BeginGroup();
  ImGui::AlignTextToFramePadding();
  ImGui::PushTextWrapPos(ImGui::GetWindowWidth() - ui.px(90));
  const bool wrong = !studio.problem.empty();
  const std::string& words = wrong ? studio.problem : studio.message;
  ui.fonts->need(words);
  ImGui::PushStyleColor(ImGuiCol_Text, wrong ? ui.colours().problem : ui.colours().ink_soft);
  ImGui::TextUnformatted(words.c_str());
  ui.mark(wrong ? "problem" : "message");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  ImGui::SameLine(ImGui::GetWindowWidth() - ui.px(76));
  if (quiet_button(ui, "Close##status")) studio.problem = studio.message = "";
  ImGui::SetCursorPos({0, ImGui::GetCursorPosY() + ui.px(2)});
  ImGui::Separator();
}

void draw_closing(Studio& studio) {
  Ui& ui = studio.ui;
  ImGui::SetCursorPos({ui.px(16), ImGui::GetCursorPosY() + ui.px(8)});
  const auto run = studio.runs.active();
  const std::string name = run ? run->name : "The run";
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      (name + " is still training. Its last whole epoch is kept, and it can go on next time.").c_str());
  ImGui::SameLine();
  if (button(ui, "Close the window", true, true)) studio.close_now();
  ImGui::SameLine();
  if (button(ui, "Keep training")) studio.asks_to_close = false;
  ImGui::Dummy({0, ui.px(4)});
  ImGui::Separator();
}

}  // namespace heed::studio
