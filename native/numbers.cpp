#include "native/numbers.h"

#include <cmath>
#include <cstdio>

namespace heed {

std::string decimal(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "–" : value < 0 ? "-∞" : "∞";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string with_sign(double value, int digits) {
  const std::string size = decimal(std::fabs(value), digits);
  const bool zero = std::isfinite(value) && size.find_first_of("123456789") == std::string::npos;
  return zero || std::isnan(value) ? size : (value < 0 ? "−" : "+") + size;
}

std::string with_separators(int64_t value) {
  std::string digits = std::to_string(value);
  const std::ptrdiff_t first = value < 0 ? 1 : 0;
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > first; i -= 3)
    digits.insert(static_cast<size_t>(i), ",");
  return digits;
}

std::string duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "–";
  const auto whole = static_cast<int64_t>(std::llround(seconds));
  const auto hours = static_cast<long long>(whole / 3600), minutes = static_cast<long long>(whole / 60 % 60),
             rest = static_cast<long long>(whole % 60);
  char text[64];
  if (whole < 60)
    std::snprintf(text, sizeof text, "%lld s", rest);
  else if (whole < 3600)
    std::snprintf(text, sizeof text, "%lld:%02lld min", minutes, rest);
  else
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld h", hours, minutes, rest);
  return text;
}

}  // namespace heed
