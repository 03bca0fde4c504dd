// A picture as PNG; compressed where zlib is there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed::studio {

// `rgb` holds rows of width · 3 bytes, the lowest row first, as OpenGL gives them.
std::string png(int width, int height, const std::vector<uint8_t>& rgb);

}  // namespace heed::studio
