// Numbers as people read them, alike in the terminal, in the studio and on the page.
#pragma once

#include <cstdint>
#include <string>

namespace heed {

std::string decimal(double value, int digits);    // "–" for no number, "∞"
std::string with_sign(double value, int digits);  // "+1.20", "−1.20", "0.00"
std::string with_separators(int64_t value);       // 12,345
std::string duration(double seconds);             // "8 s", "2:05 min", "1:02:30 h"; "–" where it is unknown

}  // namespace heed
