// What sizes may be, whatever the architecture: a file from elsewhere must not ask for all the memory there
// is.
#pragma once

#include "engine/base/fields.h"

namespace heed {

inline constexpr Bounds kWidthBounds{1, 65536}, kHeadBounds{1, 65536}, kLayerBounds{1, 256};

}  // namespace heed
