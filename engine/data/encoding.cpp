#include "engine/data/encoding.h"

#include <utf8.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "engine/base/error.h"

namespace heed {
namespace {

constexpr const char* kUtf8 = "utf-8";
constexpr const char* kUtf16 = "utf-16";
constexpr const char* kWindows1252 = "windows-1252";

// 0x80 to 0x9F; what is not defined stays the control character that it is in Latin-1.
constexpr char16_t kPunctuation[] = {0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021,
                                     0x2C6,  0x2030, 0x160,  0x2039, 0x152,  0x8D,   0x17D,  0x8F,
                                     0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

bool is_little_endian_utf16(std::string_view bytes) {
  return bytes.substr(0, 2) == "\xff\xfe";
}
bool is_big_endian_utf16(std::string_view bytes) {
  return bytes.substr(0, 2) == "\xfe\xff";
}

// Letters with accents, and the punctuation that word processors write; þ, ÿ and what is not defined are rare
// in texts and usual in files that are no text.
bool is_usual_in_1252(unsigned char byte) {
  if (byte < 0x80) return byte >= 0x20 || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
  if (byte < 0xA0) return kPunctuation[byte - 0x80] >= 0x100;
  return byte < 0xFE;
}

std::string from_1252(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      text += c;
    else
      utf8::append(byte < 0xA0 ? kPunctuation[byte - 0x80] : byte, std::back_inserter(text));
  }
  return text;
}

std::string from_utf16(std::string_view bytes, const std::string& file) {
  const bool big = is_big_endian_utf16(bytes);
  if (big || is_little_endian_utf16(bytes)) bytes.remove_prefix(2);
  check(bytes.size() % 2 == 0, "[", file, "] is UTF-16 and ends in the middle of a character: is it whole?");
  std::vector<uint16_t> units(bytes.size() / 2);
  for (size_t i = 0; i < units.size(); ++i) {
    const auto first = static_cast<unsigned char>(bytes[2 * i]);
    const auto second = static_cast<unsigned char>(bytes[2 * i + 1]);
    units[i] = static_cast<uint16_t>(big ? first << 8 | second : second << 8 | first);
  }
  std::string text;
  try {
    utf8::utf16to8(units.begin(), units.end(), std::back_inserter(text));
  } catch (const utf8::exception&) {
    fail("[", file, "] is UTF-16 with halves of characters in it: save it as UTF-8.");
  }
  return text;
}

}  // namespace

std::string encoding_of(std::string_view bytes) {
  if (is_little_endian_utf16(bytes) || is_big_endian_utf16(bytes)) return kUtf16;
  if (utf8::is_valid(bytes.begin(), bytes.end())) return kUtf8;
  // UTF-8 with a damaged byte has whole characters of several bytes beside it, which in 1252 read as "Ã¼".
  const bool usual = std::all_of(bytes.begin(), bytes.end(),
                                 [](char c) { return is_usual_in_1252(static_cast<unsigned char>(c)); });
  if (!usual) return kUtf8;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  for (auto at = bytes.begin(); at != bytes.end();) {
    const auto invalid = utf8::find_invalid(at, bytes.end());
    if (!std::all_of(at, invalid, is_ascii)) return kUtf8;
    at = invalid == bytes.end() ? invalid : invalid + 1;
  }
  return kWindows1252;
}

std::string as_utf8(std::string bytes, const std::string& encoding, const std::string& file) {
  if (encoding == kUtf8) {
    if (bytes.rfind("\xef\xbb\xbf", 0) == 0) bytes.erase(0, 3);
    return bytes;
  }
  if (encoding == kUtf16) return from_utf16(bytes, file);
  if (encoding == kWindows1252 || encoding == "latin-1" || encoding == "iso-8859-1") return from_1252(bytes);
  fail<UsageError>("[", file, "] the encoding \"", encoding,
                   "\" is unknown: expected utf-8, utf-16, windows-1252 or latin-1.");
}

}  // namespace heed
