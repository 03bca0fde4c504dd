// FNV-1a, 64 bits (Fowler, Noll & Vo): a hash that is the same everywhere, so that it may be written to
// files.
#pragma once

#include <cstdint>
#include <string_view>

namespace heed {

class Fnv1a {
 public:
  void take(std::string_view bytes) {
    for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 14695981039346656037u;
};

inline uint64_t fnv1a(std::string_view bytes) {
  Fnv1a hash;
  hash.take(bytes);
  return hash.value();
}

}  // namespace heed
