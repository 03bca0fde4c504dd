#include "native/studio/ui/colour.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/session/ramp.h"

namespace heed::studio {
namespace {

using Rgb = std::array<double, 3>;

Rgb linear_of(double L, double C, double hue) {
  const double h = hue * std::numbers::pi / 180, a = C * std::cos(h), b = C * std::sin(h);
  const double l = std::pow(L + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(L - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(L - 0.0894841775 * a - 1.291485548 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s};
}

int encode(double c) {
  c = std::clamp(c, 0.0, 1.0);
  const double gamma = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(gamma * 255));
}

double decode(ImU32 byte) {
  const double c = byte / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double mix(double a, double b, double t) {
  return a + (b - a) * t;
}

}  // namespace

ImU32 oklch(double lightness, double chroma, double hue) {
  for (;; chroma -= 0.004) {
    const Rgb c = linear_of(lightness, std::max(chroma, 0.0), hue);
    const bool fits = std::all_of(c.begin(), c.end(), [](double v) { return v >= -1e-4 && v <= 1 + 1e-4; });
    if (fits || chroma <= 0) return IM_COL32(encode(c[0]), encode(c[1]), encode(c[2]), 255);
  }
}

ImU32 with_alpha(ImU32 colour, double alpha) {
  return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(std::lround(alpha * 255)) << IM_COL32_A_SHIFT);
}

Palette::Palette(bool is_dark) : dark(is_dark) {
  auto pick = [&](const Rgb& light, const Rgb& night) {
    const Rgb& c = dark ? night : light;
    return oklch(c[0], c[1], c[2]);
  };
  paper = pick({0.987, 0.004, 95}, {0.205, 0.006, 265});
  paper_sunk = pick({0.958, 0.006, 95}, {0.252, 0.008, 265});
  paper_raised = pick({1, 0, 0}, {0.315, 0.01, 265});
  ink = pick({0.225, 0.008, 95}, {0.935, 0.006, 95});
  ink_soft = pick({0.455, 0.012, 90}, {0.735, 0.01, 95});
  hairline = pick({0.895, 0.008, 95}, {0.325, 0.008, 265});
  hairline_strong = pick({0.62, 0.012, 95}, {0.58, 0.01, 265});
  accent = pick({0.43, 0.165, 264}, {0.8, 0.11, 235});
  problem = pick({0.46, 0.155, 32}, {0.79, 0.12, 45});
  classes = {pick({0.56, 0.045, 245}, {0.7, 0.04, 245}), pick({0.6, 0.165, 45}, {0.75, 0.145, 55}),
             pick({0.55, 0.11, 165}, {0.74, 0.11, 165}), pick({0.68, 0.13, 85}, {0.83, 0.13, 90}),
             pick({0.5, 0.13, 335}, {0.72, 0.12, 335}),  pick({0.62, 0.11, 225}, {0.78, 0.09, 225}),
             pick({0.42, 0.09, 130}, {0.64, 0.09, 130}), pick({0.45, 0.01, 95}, {0.6, 0.01, 95})};
  const session::RampEnds& ends = dark ? session::kRampDark : session::kRampLight;
  for (size_t step = 0; step < ramp.size(); ++step) {
    const double t = static_cast<double>(step) / static_cast<double>(ramp.size() - 1);
    const double C =
        t < 0.5 ? mix(ends.chroma[0], ends.chroma[1], t * 2) : mix(ends.chroma[1], ends.chroma[2], t * 2 - 1);
    ramp[step] = oklch(mix(ends.lightness[0], ends.lightness[1], t), C, mix(ends.hue[0], ends.hue[1], t));
  }
  const session::SignedEnds& sides = dark ? session::kSignedDark : session::kSignedLight;
  for (size_t step = 0; step < signed_ramp.size(); ++step) {
    const double level = 2 * static_cast<double>(step) / static_cast<double>(signed_ramp.size() - 1) - 1;
    const double t = std::fabs(level);
    signed_ramp[step] =
        oklch(mix(sides.lightness[0], sides.lightness[1], t), mix(sides.chroma[0], sides.chroma[1], t),
              level < 0 ? sides.below : sides.above);
  }
}

ImU32 Palette::at(double level) const {
  const double top = static_cast<double>(ramp.size() - 1);
  return ramp[static_cast<size_t>(std::lround(std::clamp(level, 0.0, 1.0) * top))];
}

ImU32 Palette::signed_at(double level) const {
  const double middle = static_cast<double>(signed_ramp.size() - 1) / 2;
  return signed_ramp[static_cast<size_t>(std::lround((std::clamp(level, -1.0, 1.0) + 1) * middle))];
}

ImU32 Palette::on(ImU32 colour) {
  auto channel = [&](int shift) { return decode((colour >> shift) & 0xFF); };
  const double luminance = 0.2126 * channel(IM_COL32_R_SHIFT) + 0.7152 * channel(IM_COL32_G_SHIFT) +
                           0.0722 * channel(IM_COL32_B_SHIFT);
  return luminance > 0.179 ? IM_COL32(0, 0, 0, 255) : IM_COL32(255, 255, 255, 255);
}

}  // namespace heed::studio
