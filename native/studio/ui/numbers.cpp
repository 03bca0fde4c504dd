#include "native/studio/ui/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace heed::studio {

std::string decimal(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "–" : "∞";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string with_separators(int64_t value) {
  const std::string digits = std::to_string(value);
  std::string grouped;
  for (size_t i = 0; i < digits.size(); ++i) {
    const size_t left = digits.size() - i;
    if (i > 0 && left % 3 == 0 && digits[i - 1] != '-') grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

std::string duration(double seconds) {
  const auto whole = static_cast<int64_t>(std::lround(std::max(0.0, seconds)));
  char text[32];
  if (whole < 60)
    std::snprintf(text, sizeof text, "%d s", static_cast<int>(whole));
  else if (whole < 3600)
    std::snprintf(text, sizeof text, "%d:%02d min", static_cast<int>(whole / 60),
                  static_cast<int>(whole % 60));
  else
    std::snprintf(text, sizeof text, "%d:%02d h", static_cast<int>(whole / 3600),
                  static_cast<int>(whole / 60 % 60));
  return text;
}

}  // namespace heed::studio
