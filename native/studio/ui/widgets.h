// The few widgets to press, tick, choose and move that the panels are made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/studio/ui/ui.h"

namespace heed::studio {

bool button(Ui& ui, const std::string& label, bool enabled = true, bool primary = false);
bool quiet_button(Ui& ui, const std::string& label);  // text alone
bool tab(Ui& ui, const std::string& label, bool chosen);
bool check_box(Ui& ui, const std::string& label, bool* value);
// True when another one was chosen.
bool choose(Ui& ui, const std::string& label, const std::vector<std::string>& names, size_t* chosen);
// A line of a list, true when it is clicked. The text is drawn as it is: pieces such as "##s" too.
bool line(Ui& ui, const std::string& name, const std::string& text, bool lit, float height = 0);
bool slider(Ui& ui, const std::string& label, int* value, int minimum, int maximum,
            const char* format = "%.0f");
// With its name above it.
bool real_slider(Ui& ui, const std::string& label, double* value, float minimum, float maximum);
// A slider of a weight, 0 to 1. `target` is what it is the weight of: a slider that is dragged is that of
// one.
bool weight_slider(Ui& ui, const std::string& label, const std::string& target, double* value);
// A number from `least` to `most`, typed or stepped, with its label before it.
bool whole_number(Ui& ui, const std::string& label, int64_t* value, int64_t least, int64_t most);

}  // namespace heed::studio
