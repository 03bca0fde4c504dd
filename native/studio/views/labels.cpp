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
  draw.PushClipRectFullScreen();  // of the level text, which is elsewhere
  draw.AddText(font, font->FontSize, {at.x, at.y - font->FontSize}, colour, text.c_str());
  draw.PopClipRect();
  const float c = std::sqrt(0.5f);
  for (int i = first; i < draw.VtxBuffer.Size; ++i) {
    ImVec2& p = draw.VtxBuffer[i].pos;
    const float x = p.x - at.x, y = p.y - at.y;
    p = {at.x + (x + y) * c, at.y + (y - x) * c};
  }
}

}  // namespace heed::studio
