#include "engine/base/shortest.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace heed {

// By the library that writes every answer: printf would be a second one to download.
std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = nlohmann::json(value).dump();
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string six_digits(double value) {
  const double size = std::fabs(value);
  const bool ordinary = size > 1e-290 && size < 1e290;
  if (!ordinary || (size < 1e15 && value == std::trunc(value))) return shortest(value);
  const double behind = 5 - std::floor(std::log10(size));  // digits behind the point
  const double scale = std::pow(10.0, std::fabs(behind));
  return shortest(behind < 0 ? std::round(value / scale) * scale : std::round(value * scale) / scale);
}

}  // namespace heed
