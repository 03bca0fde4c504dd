// Dates as people write them in English, German, French, Spanish, Italian and Dutch, and what they mean.
#pragma once

#include "engine/base/random.h"
#include "engine/data/pairs.h"

namespace heed {

// A day of 1900 to 2099: "Saturday, March 14, 1987" and "1987-03-14". What is written means one day only:
// with slashes the month comes first, with full stops the day, and years of two digits are those of 1930 to
// 2029.
TextPair written_date(Random& random);

}  // namespace heed
