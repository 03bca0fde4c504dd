// What sizes may be, whatever the architecture: a file from elsewhere must not ask for all the memory there
// is.
#pragma once

#include "engine/base/fields.h"

namespace heed {

inline constexpr Bounds kWidth{1, 65536}, kHeads{1, 65536}, kLayers{1, 256};

}  // namespace heed
