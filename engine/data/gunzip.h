// A file read piece by piece, gzipped or not, in the memory of one piece.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace heed {

// Calls use(bytes, read, total) for one piece after the other: unpacked bytes, and how far the file itself
// has been read. Error naming the file when it cannot be read, is damaged or cut off, or is gzipped in a
// build without zlib.
void read_pieces(const std::string& path,
                 const std::function<void(std::string_view bytes, int64_t read, int64_t total)>& use);

}  // namespace heed
