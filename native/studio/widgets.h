// The few widgets the panels are made of. Each is known by its label in the frame it was drawn in, so that a
// test (or whatever else works the window from outside) finds it as a person does.
#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "native/studio/colour.h"
#include "native/studio/fonts.h"

namespace heed::studio {

struct Seen {
  ImVec2 min, max;
  bool enabled = true;
};

// What drawing needs besides ImGui itself.
struct Ui {
  const Palette* palette = nullptr;
  Fonts* fonts = nullptr;
  float scale = 1;
  std::map<std::string, Seen> seen;  // of this frame, by label
  bool map_has_keys = false;         // arrow keys belong to a map, not to the walk between widgets

  const Palette& colours() const { return *palette; }
  float px(float size) const { return size * scale; }
  // Says what the last item was called. Items that cannot be seen are not there.
  void mark(const std::string& label);
};

// Labels may end with "##name", as ImGui has it: the name is not drawn, and is what they are known by.
bool button(Ui& ui, const std::string& label, bool enabled = true, bool primary = false);
bool quiet_button(Ui& ui, const std::string& label);  // text alone
bool check_box(Ui& ui, const std::string& label, bool* value);
// True when the text has changed; `entered`, if given, when Enter was pressed.
bool input(Ui& ui, const std::string& label, std::string* text, const char* hint = "",
           bool* entered = nullptr);
// A text of one line that is drawn on as many as it needs, at most `most`. True when it has changed.
bool wrapped_input(Ui& ui, const std::string& label, std::string* text, int most);
// Puts a line end instead of a space where a line would be wider, a space instead of every other line end:
// the text has as many bytes as before. `width_of(first, last)` is that of the characters between.
void wrap(char* text, size_t size, float width,
          const std::function<float(const char* first, const char* last)>& width_of);
// True when another one was chosen.
bool choose(Ui& ui, const std::string& label, const std::vector<std::string>& names, size_t* chosen);
bool slider(Ui& ui, const std::string& label, int* value, int minimum, int maximum,
            const char* format = "%.0f");
// A line of a list, true when it is clicked. The text is drawn as it is: pieces such as "##s" too.
bool line(Ui& ui, const std::string& name, const std::string& text, bool lit, float height = 0);
// A number from `least` to `most`, typed or stepped, with its label before it.
bool whole_number(Ui& ui, const std::string& label, int64_t* value, int64_t least, int64_t most);
bool tab(Ui& ui, const std::string& label, bool chosen);

void title(Ui& ui, const std::string& text);    // of a panel
void text(Ui& ui, const std::string& text);     // wraps
void soft(Ui& ui, const std::string& text);     // small and quiet, wraps
void problem(Ui& ui, const std::string& text);  // says what happened and what to do, wraps
void tip(const std::string& text);              // of the last item, when pointed at
void hairline(Ui& ui);
// A number with its name above it, in a row of them.
void figure(Ui& ui, const std::string& name, const std::string& value);

std::string decimal(double value, int digits);
std::string with_separators(int64_t value);  // 12,345
std::string duration(double seconds);        // "8 s", "2:05 min"

}  // namespace heed::studio
