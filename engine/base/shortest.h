// Numbers as people write them.
#pragma once

#include <string>

namespace heed {

// As few digits as lead back to the same number: "0.1", "3", "1e-07"; "nan", "inf", "-inf".
std::string shortest(double value);

// The same of the nearest number of six digits; whole numbers below 10^15 in full.
std::string six_digits(double value);

}  // namespace heed
