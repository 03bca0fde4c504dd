#pragma once

#include <string>
#include <string_view>

namespace heed {

// Lower-case hexadecimal. Error in a build without OpenSSL.
std::string sha256(std::string_view bytes);

}  // namespace heed
