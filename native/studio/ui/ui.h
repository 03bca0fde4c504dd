// What drawing needs besides ImGui itself: colours, fonts, sizes, and a list of what is to be seen, by which
// a test (or whatever else works the window from outside) finds a widget as a person does.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "native/studio/ui/colour.h"
#include "native/studio/ui/fonts.h"

namespace heed::studio {

class FileChooser;

struct Seen {
  ImVec2 min, max;
  bool enabled = true;
};

struct Ui {
  const Palette* palette = nullptr;
  Fonts* fonts = nullptr;
  FileChooser* chooser = nullptr;  // that boxes for paths open
  bool* spreadsheet = nullptr;     // the setting: saved tables are for spreadsheets
  // Takes a picture of a part of the next frame; see ui/window.h.
  using Photograph = std::function<void(int width, int height, const std::vector<uint8_t>& rgb)>;
  std::function<void(ImVec2 min, ImVec2 max, Photograph taken)> photograph;
  float scale = 1;
  std::map<std::string, Seen> seen;  // of this frame, by label
  bool map_has_keys = false;         // arrow keys belong to a map, not to the walk between widgets

  const Palette& colours() const { return *palette; }
  float px(float size) const { return size * scale; }
  // Says what the last item was called. Items that cannot be seen are not there.
  void mark(const std::string& label);
};

// Labels may end with "##name", as ImGui has it: the part before is drawn, the name is what ImGui and tests
// know the widget by.
std::string visible(const std::string& label);
std::string hidden(const std::string& label);  // the same widget with nothing drawn

}  // namespace heed::studio
