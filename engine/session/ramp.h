// The colours of attention and of values with a sign, as ends in OKLCH (B. Ottosson, "A perceptual color
// space for image processing", 2020): even steps of lightness lead from one to the other, so that lightness
// alone, which every eye sees, orders them. The page has them from `heed describe`.
#pragma once

namespace heed::session {

// From the paper to the accent's deepest, as ink soaks in; dark, from the night paper to a bright accent.
// Chroma at both ends and in the middle, where sRGB has most to give.
struct RampEnds {
  double lightness[2], hue[2], chroma[3];
};
inline constexpr RampEnds kRampLight{{0.966, 0.29}, {212, 266}, {0.01, 0.115, 0.15}};
inline constexpr RampEnds kRampDark{{0.262, 0.9}, {264, 200}, {0.022, 0.13, 0.095}};

// Orange below zero, the paper at zero, blue above: lightness and chroma at zero and at the ends, told apart
// by any eye.
struct SignedEnds {
  double lightness[2], chroma[2], below, above;
};
inline constexpr SignedEnds kSignedLight{{0.966, 0.44}, {0.006, 0.15}, 48, 262};
inline constexpr SignedEnds kSignedDark{{0.27, 0.83}, {0.008, 0.125}, 55, 240};

}  // namespace heed::session
