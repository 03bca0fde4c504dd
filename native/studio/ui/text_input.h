// Boxes to type in: one line, and one line that is drawn on several.
#pragma once

#include <functional>
#include <string>

#include "native/studio/ui/ui.h"

namespace heed::studio {

// True when the text has changed. `hint` stands where there is none.
bool input(Ui& ui, const std::string& label, std::string* text, const char* hint);
// A text of one line that is drawn on as many as it needs, at most `most`. True when it has changed.
bool wrapped_input(Ui& ui, const std::string& label, std::string* text, int most);
// Puts a line end instead of a space where a line would be wider, a space instead of every other line end:
// the text has as many bytes as before. `width_of(first, last)` is that of the characters between.
void wrap(char* text, size_t size, float width,
          const std::function<float(const char* first, const char* last)>& width_of);

}  // namespace heed::studio
