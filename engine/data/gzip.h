// Compressed bytes: gzip files (RFC 1952) as readers meet them, and members of a zip archive as it is
// published.
#pragma once

#include <string>
#include <string_view>

namespace heed {

bool is_gzip(std::string_view bytes);

// The unpacked bytes of a gzip file, all of its members one after the other. `name` is what messages call it.
// Error: damaged, cut off, or a build without zlib.
std::string gunzip(std::string_view bytes, const std::string& name);

// The file at `member` of a zip archive. Error when there is none, with the names there are; when it is
// damaged, encrypted or packed in a way other than "stored" and "deflated"; and in a build without zlib.
std::string zip_member(std::string_view archive, const std::string& member, const std::string& name);

}  // namespace heed
