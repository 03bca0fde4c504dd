// Compressed bytes: gzip files (RFC 1952) as readers meet them, and members of a zip archive as it is
// published.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

bool is_gzip(std::string_view bytes);

// What a data file may have, packed or not.
inline constexpr size_t kLongestData = size_t{2} << 30;

// The unpacked bytes of a gzip file, all of its members one after the other. `name` is what messages call it.
// Error: damaged, cut off, or a build without zlib; and where it unpacks to more than a few hundred times its
// size, as no text does.
std::string gunzip(std::string_view bytes, const std::string& name);

// The file at `member` of a zip archive. Error when there is none, with the names there are; when it is
// damaged, encrypted or packed in a way other than "stored" and "deflated"; and in a build without zlib.
std::string zip_member(std::string_view archive, const std::string& member, const std::string& name);

}  // namespace heed
