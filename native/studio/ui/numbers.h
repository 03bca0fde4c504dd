// Numbers as the page writes them.
#pragma once

#include <cstdint>
#include <string>

namespace heed::studio {

std::string decimal(double value, int digits);  // "–" for no number, "∞"
std::string with_separators(int64_t value);     // 12,345
std::string duration(double seconds);           // "8 s", "2:05 min"

}  // namespace heed::studio
