#include "engine/data/gzip.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/error.h"
#include "engine/base/names.h"

#ifdef HEED_HAVE_ZLIB
#include <zlib.h>
#endif

namespace heed {

bool is_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

#ifdef HEED_HAVE_ZLIB

namespace {

constexpr int kGzip = 16 + MAX_WBITS, kRawDeflate = -MAX_WBITS;
constexpr size_t kChunk = 1 << 16;

// Texts shrink to a tenth, lists of one word to a hundredth; a thousandth is all that the format can.
size_t most_unpacked(size_t packed) {
  constexpr size_t kTimes = 200, kAlways = size_t{64} << 20;
  return std::min(kLongestData,
                  std::max(kAlways, packed / (kLongestData / kTimes) > 0 ? kLongestData : packed * kTimes));
}

// Unpacks one stream from the front of `bytes` and takes it away there. Error beyond `most` bytes.
std::string inflate_one(std::string_view& bytes, int window_bits, size_t most, const std::string& name) {
  z_stream stream{};
  check(inflateInit2(&stream, window_bits) == Z_OK, "[", name, "] cannot be unpacked: zlib does not start.");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write there
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out, chunk(kChunk, '\0');
  int code = Z_OK;
  while (code == Z_OK && out.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    code = ::inflate(&stream, Z_NO_FLUSH);
    out.append(chunk, 0, chunk.size() - stream.avail_out);
  }
  const std::string reason = stream.msg != nullptr ? stream.msg : "it is cut off";
  bytes.remove_prefix(bytes.size() - stream.avail_in);
  inflateEnd(&stream);
  check(out.size() <= most, "[", name, "] unpacks to more than ", most,
        " bytes: expected a text of at most 2 GB that is no more than 200 times as large unpacked.");
  check(code == Z_STREAM_END, "[", name, "] cannot be unpacked: ", reason, ".");
  return out;
}

uint32_t little_endian(std::string_view bytes, size_t at, size_t width) {
  uint32_t value = 0;
  for (size_t i = 0; i < width; ++i)
    value |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return value;
}

// What an archive's directory says about one of its files (APPNOTE.TXT, 4.3.12).
struct ZipEntry {
  uint32_t flags = 0, method = 0, crc = 0, packed_size = 0, size = 0, header = 0;
};

std::string unpacked(std::string_view archive, const ZipEntry& entry, const std::string& name) {
  constexpr uint32_t kStored = 0, kDeflated = 8, kEncrypted = 1;
  constexpr size_t kHeader = 30;
  check((entry.flags & kEncrypted) == 0 && (entry.method == kStored || entry.method == kDeflated), "[", name,
        "] is encrypted or packed in an unusual way: unpack it with another program.");
  check(entry.header + kHeader <= archive.size() && archive.substr(entry.header, 4) == "PK\x03\x04", "[",
        name, "] is damaged: its directory names a place where no file begins.");
  const size_t start = entry.header + kHeader + little_endian(archive, entry.header + 26, 2) +
                       little_endian(archive, entry.header + 28, 2);
  check(start <= archive.size() && entry.packed_size <= archive.size() - start, "[", name, "] is cut off.");
  std::string_view packed = archive.substr(start, entry.packed_size);
  std::string bytes = entry.method == kStored
                          ? std::string(packed)
                          : inflate_one(packed, kRawDeflate,
                                        std::min<size_t>(entry.size, most_unpacked(packed.size())), name);
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  check(bytes.size() == entry.size && crc == entry.crc, "[", name, "] is damaged: its checksum is wrong.");
  return bytes;
}

}  // namespace

std::string gunzip(std::string_view bytes, const std::string& name) {
  check(is_gzip(bytes), "[", name, "] is not a gzip file.");
  std::string out;
  const size_t most = most_unpacked(bytes.size());
  while (is_gzip(bytes))
    out += inflate_one(bytes, kGzip, most - out.size(), name);  // what follows the last member is padding
  return out;
}

std::string zip_member(std::string_view archive, const std::string& member, const std::string& name) {
  constexpr size_t kEnd = 22, kEntry = 46;
  const size_t end = archive.rfind("PK\x05\x06");
  check(end != std::string_view::npos && end + kEnd <= archive.size(), "[", name,
        "] is not a zip archive, or it is cut off.");
  size_t at = little_endian(archive, end + 16, 4);
  std::string names;
  for (uint32_t n = little_endian(archive, end + 10, 2); n > 0; --n) {
    check(at + kEntry <= archive.size() && archive.substr(at, 4) == "PK\x01\x02", "[", name,
          "] is damaged: its directory cannot be read.");
    const auto field = [&](size_t offset, size_t width) {
      return little_endian(archive, at + offset, width);
    };
    const std::string_view found = archive.substr(at + kEntry, field(28, 2));
    if (found == member)
      return unpacked(
          archive, {field(8, 2), field(10, 2), field(16, 4), field(20, 4), field(24, 4), field(42, 4)}, name);
    append_name(names, found);
    at += kEntry + field(28, 2) + field(30, 2) + field(32, 2);
  }
  fail("[", name, "] holds no ", member, ": it holds ", names.empty() ? "nothing" : names, ".");
}

#else

std::string gunzip(std::string_view, const std::string& name) {
  fail("[", name, "] is compressed, and this build has no zlib: unpack it first (gunzip).");
}

std::string zip_member(std::string_view, const std::string&, const std::string& name) {
  fail("[", name, "] is a zip archive, and this build has no zlib: unpack it first (unzip).");
}

#endif

}  // namespace heed
