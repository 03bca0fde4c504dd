// How one weight of a mechanism came about, in numbers that are there: MechanismStep::arithmetic, filled in.
#pragma once

#include <string>

#include "engine/session/reading/attend.h"

namespace heed::studio {

// How the weight of query `row` for `key` comes about: "α = e^(0.41 − 1.20) ∕ Σ = 0.454 ∕ 2.107 = 0.215"; for
// a mechanism that draws a key, the probability that it is drawn. "" where there is no more to say.
std::string arithmetic_of_weight(const session::Attended& attended, int64_t head, int64_t row, int64_t key);

}  // namespace heed::studio
