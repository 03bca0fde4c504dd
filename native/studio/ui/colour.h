// Colours as the page has them: OKLCH (B. Ottosson, "A perceptual color space for image processing", 2020),
// the design tokens of web/styles/tokens.css and the ramps of session/ramp.h, light and dark.
#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>

namespace heed::studio {

// Lightness 0 to 1, hue in degrees. Outside sRGB chroma gives way, lightness never does.
ImU32 oklch(double lightness, double chroma, double hue);

ImU32 with_alpha(ImU32 colour, double alpha);

struct Palette {
  bool dark = false;
  ImU32 paper, paper_sunk, paper_raised, ink, ink_soft, hairline, hairline_strong, accent, problem;
  std::array<ImU32, 8> classes;  // told apart with any colour vision, always labelled too
  std::array<ImU32, 256> ramp;   // attention, from the paper to the accent's deepest
  std::array<ImU32, 129> signed_ramp;

  explicit Palette(bool dark);

  ImU32 of_class(size_t index) const { return classes[index % classes.size()]; }
  ImU32 at(double level) const;  // of the ramp, 0 to 1
  // The colour of a value with a sign, -1 to 1: orange below zero, the paper at zero, blue above.
  ImU32 signed_at(double level) const;
  // Text on a colour: whichever of black and white contrasts more.
  static ImU32 on(ImU32 colour);
};

}  // namespace heed::studio
