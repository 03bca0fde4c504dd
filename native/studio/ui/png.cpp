#include "native/studio/ui/png.h"

#ifdef HEED_HAVE_ZLIB
#include <zlib.h>
#endif

#include <algorithm>

#include "engine/session/error.h"

namespace heed::studio {
namespace {

std::string big_endian(uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
  return bytes;
}

uint32_t crc32(const std::string& bytes) {
  uint32_t crc = 0xFFFFFFFFu;
  for (char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

std::string chunk(const std::string& name, const std::string& data) {
  return big_endian(static_cast<uint32_t>(data.size())) + name + data + big_endian(crc32(name + data));
}

#ifdef HEED_HAVE_ZLIB
std::string deflated(const std::string& data) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  std::string bytes(size, '\0');
  if (compress(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(data.data()),
               static_cast<uLong>(data.size())) != Z_OK)
    fail("[png] ", data.size(), " bytes could not be compressed.");
  bytes.resize(size);
  return bytes;
}
#else
// RFC 1950 and 1951 with stored blocks alone.
std::string deflated(const std::string& data) {
  std::string bytes = "\x78\x01";
  uint32_t a = 1, b = 0;
  for (char byte : data) {
    a = (a + static_cast<uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  for (size_t at = 0; at < data.size(); at += 65535) {
    const size_t size = std::min<size_t>(65535, data.size() - at);
    const auto low = static_cast<char>(size & 0xFF), high = static_cast<char>(size >> 8);
    bytes += at + size == data.size() ? '\x01' : '\x00';
    bytes += {low, high, static_cast<char>(~low), static_cast<char>(~high)};
    bytes += data.substr(at, size);
  }
  return bytes + big_endian(b << 16 | a);
}

#endif

}  // namespace

std::string png(int width, int height, const std::vector<uint8_t>& rgb) {
  std::string rows;
  const size_t row = static_cast<size_t>(width) * 3;
  for (size_t y = static_cast<size_t>(height); y-- > 0;) {
    rows += '\0';  // no filter
    rows.append(reinterpret_cast<const char*>(rgb.data()) + y * row, row);
  }
  const std::string header = big_endian(static_cast<uint32_t>(width)) +
                             big_endian(static_cast<uint32_t>(height)) +
                             std::string("\x08\x02\x00\x00\x00", 5);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", deflated(rows)) + chunk("IEND", "");
}

}  // namespace heed::studio
