#include "native/studio/panels/head.h"

#include <algorithm>
#include <cstdio>
#if defined(__linux__)
#include <unistd.h>
#endif

#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// The memory of this process, in bytes; 0 where the system does not say.
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

void device_line(Ui& ui, const std::vector<session::DeviceEntry>& devices) {
  std::string all;
  for (const session::DeviceEntry& device : devices)
    all += (all.empty() ? "" : "\n") + device.name + ": " + device.description;
  const int64_t memory = memory_in_use() / 1000000;
  soft(ui, "cpu, " + std::to_string(memory) + " MB");
  ui.mark("Device");
  tip(all + "\nMemory in use: " + std::to_string(memory) + " MB");
}

// In a row up to `right`, or, where the window is too narrow for it, in a list. True when there is room
// beside the row for the line about the device.
bool choose_section(Ui& ui, Section& section, float right) {
  const std::vector<std::string>& names = section_names();
  float width = 0;
  for (const std::string& name : names)
    width += ImGui::CalcTextSize(name.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x + ui.px(2);
  const float left = ImGui::GetCursorPosX();
  auto chosen = static_cast<size_t>(section);
  const bool in_a_row = left + width < right;
  if (in_a_row) {
    for (size_t i = 0; i < names.size(); ++i) {
      if (i > 0) ImGui::SameLine(0, ui.px(2));
      if (tab(ui, names[i], chosen == i)) chosen = i;
    }
  } else {
    ImGui::BeginChild("tabs", {ui.px(150), ImGui::GetFrameHeight()});
    choose(ui, "##Section", names, &chosen);
    ImGui::EndChild();
  }
  section = static_cast<Section>(chosen);
  return in_a_row && left + width < right - ui.px(128);
}

// Text size and theme, at the right end.
void look(Ui& ui, Settings& settings, float right) {
  ImGui::SameLine(right - ui.px(142));
  if (quiet_button(ui, "A-")) settings.scale = std::max(0.7, settings.scale - 0.1);
  tip("Smaller text");
  ImGui::SameLine(0, ui.px(2));
  if (quiet_button(ui, "A+")) settings.scale = std::min(2.5, settings.scale + 0.1);
  tip("Larger text");
  ImGui::SameLine(right - ui.px(52));
  const bool dark = ui.colours().dark;
  if (quiet_button(ui, dark ? "Light" : "Dark")) settings.theme = dark ? "light" : "dark";
}

}  // namespace

void draw_head(Ui& ui, Section& section, Settings& settings,
               const std::vector<session::DeviceEntry>& devices) {
  ImGui::SetCursorPos({ui.px(16), ui.px(8)});
  ImGui::AlignTextToFramePadding();
  title(ui, "Heed Studio");
  const float right = ImGui::GetWindowWidth() - ui.px(16);
  ImGui::SameLine(0, ui.px(24));
  const bool roomy = choose_section(ui, section, right - ui.px(142));
  if (roomy) {
    ImGui::SameLine(right - ui.px(270));
    ImGui::AlignTextToFramePadding();
    device_line(ui, devices);
  }
  look(ui, settings, right);
  ImGui::SetCursorPos({0, ui.px(44)});
  ImGui::Separator();
}

}  // namespace heed::studio
