#include "native/studio/views/labels.h"

#include <cmath>

namespace heed::studio {

float width_of(ImFont* font, const std::string& text) {
  return font->CalcTextSizeA(font->FontSize, 1e6f, 0, text.c_str()).x;
}

std::string fitting(ImFont* font, const std::string& text, float width) {
  if (width_of(font, text) <= width) return text;
  std::string cut = text;
  while (!cut.empty() && width_of(font, cut + "…") > width) {
    do cut.pop_back();
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0) == 0x80);
    if (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0) == 0xC0) cut.pop_back();
  }
  return cut + "…";
}

// Drawn level, then its corners are turned.
void rising_text(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text) {
  const int first = draw.VtxBuffer.Size;
  // Level, it is elsewhere: no letter is left out, and what has risen is cut as all that is drawn here.
  constexpr float kFar = 1e6f;
  font->RenderText(&draw, font->FontSize, {at.x, at.y - font->FontSize}, colour, {-kFar, -kFar, kFar, kFar},
                   text.data(), text.data() + text.size());
  const float c = std::sqrt(0.5f);
  for (int i = first; i < draw.VtxBuffer.Size; ++i) {
    ImVec2& p = draw.VtxBuffer[i].pos;
    const float x = p.x - at.x, y = p.y - at.y;
    p = {at.x + (x + y) * c, at.y + (y - x) * c};
  }
}

}  // namespace heed::studio
