// Names beside rows and above columns.
#pragma once

#include <imgui.h>

#include <string>

namespace heed::studio {

float width_of(ImFont* font, const std::string& text);

// As much of the text as fits, with an ellipsis; characters stay whole.
std::string fitting(ImFont* font, const std::string& text, float width);

// Text that rises at 45 degrees from `at`.
void rising_text(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text);

}  // namespace heed::studio
