#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace heed {

// The bytes at an http:// or https:// address, redirects followed. Error naming the address: no connection, a
// status other than 2xx, nothing received for 30 seconds, more than `expected_bytes`, or a build without
// libcurl. `received` hears the bytes so far and may throw to cancel.
std::string download(const std::string& address, int64_t expected_bytes,
                     const std::function<void(int64_t bytes)>& received);

}  // namespace heed
