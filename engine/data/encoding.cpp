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
constexpr const char* kMacintosh = "macintosh";

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

// Every second byte of UTF-16 that is mostly ASCII is zero: whether the first of each two, the second, or
// none.
enum class Zeros { kNeither, kFirst, kSecond };

Zeros zeros_in(std::string_view bytes) {
  constexpr size_t kSeen = 1 << 12;
  size_t zeros[2] = {0, 0};
  const size_t pairs = std::min(bytes.size(), kSeen) / 2;
  for (size_t i = 0; i < 2 * pairs; ++i) zeros[i % 2] += bytes[i] == 0 ? 1 : 0;
  const auto most = [&](size_t at) {
    return pairs > 1 && 2 * zeros[at] > pairs && 4 * zeros[1 - at] < zeros[at];
  };
  return most(0) ? Zeros::kFirst : most(1) ? Zeros::kSecond : Zeros::kNeither;
}

// Letters with accents, and the punctuation that word processors write; þ, ÿ and what is not defined are rare
// in texts and usual in files that are no text.
bool is_usual_in_1252(unsigned char byte) {
  if (byte < 0x80) return byte >= 0x20 || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
  if (byte < 0xA0) return kPunctuation[byte - 0x80] >= 0x100;
  return byte < 0xFE;
}

// 0x80 to 0xFF of Mac Roman.
constexpr char16_t kMac[] = {
    0xC4,   0xC5,   0xC7,   0xC9,   0xD1,   0xD6,   0xDC,   0xE1,   0xE0,   0xE2,   0xE4, 0xE3,   0xE5,
    0xE7,   0xE9,   0xE8,   0xEA,   0xEB,   0xED,   0xEC,   0xEE,   0xEF,   0xF1,   0xF3, 0xF2,   0xF4,
    0xF6,   0xF5,   0xFA,   0xF9,   0xFB,   0xFC,   0x2020, 0xB0,   0xA2,   0xA3,   0xA7, 0x2022, 0xB6,
    0xDF,   0xAE,   0xA9,   0x2122, 0xB4,   0xA8,   0x2260, 0xC6,   0xD8,   0x221E, 0xB1, 0x2264, 0x2265,
    0xA5,   0xB5,   0x2202, 0x2211, 0x220F, 0x3C0,  0x222B, 0xAA,   0xBA,   0x3A9,  0xE6, 0xF8,   0xBF,
    0xA1,   0xAC,   0x221A, 0x192,  0x2248, 0x2206, 0xAB,   0xBB,   0x2026, 0xA0,   0xC0, 0xC3,   0xD5,
    0x152,  0x153,  0x2013, 0x2014, 0x201C, 0x201D, 0x2018, 0x2019, 0xF7,   0x25CA, 0xFF, 0x178,  0x2044,
    0x20AC, 0x2039, 0x203A, 0xFB01, 0xFB02, 0x2021, 0xB7,   0x201A, 0x201E, 0x2030, 0xC2, 0xCA,   0xC1,
    0xCB,   0xC8,   0xCD,   0xCE,   0xCF,   0xCC,   0xD3,   0xD4,   0xF8FF, 0xD2,   0xDA, 0xDB,   0xD9,
    0x131,  0x2C6,  0x2DC,  0xAF,   0x2D8,  0x2D9,  0x2DA,  0xB8,   0x2DD,  0x2DB,  0x2C7};

// Mac Roman's accented letters are 0x80 to 0x9F, which in 1252 are capitals, or signs that do not stand after
// a small letter; quotes, dashes and the dots of an ellipsis do.
bool is_mac_roman(std::string_view bytes) {
  constexpr std::string_view kAfterLetters = "\x85\x91\x92\x93\x94\x96\x97\x99\x9a\x9c\x9e";
  size_t strange = 0, high = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte < 0x80) continue;
    ++high;
    const bool after_letter = i > 0 && bytes[i - 1] >= 'a' && bytes[i - 1] <= 'z';
    if (byte < 0xA0 && after_letter && kAfterLetters.find(bytes[i]) == std::string_view::npos) ++strange;
  }
  return 3 * strange > high;
}

std::string from_mac(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    utf8::append(byte < 0x80 ? byte : kMac[byte - 0x80], std::back_inserter(text));
  }
  return text;
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
  const bool marked = is_big_endian_utf16(bytes) || is_little_endian_utf16(bytes);
  const bool big = is_big_endian_utf16(bytes) || (!marked && zeros_in(bytes) == Zeros::kFirst);
  if (marked) bytes.remove_prefix(2);
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
  if (zeros_in(bytes) != Zeros::kNeither) return kUtf16;
  if (utf8::is_valid(bytes.begin(), bytes.end())) return kUtf8;
  if (is_mac_roman(bytes)) return kMacintosh;
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
  if (encoding == kMacintosh) return from_mac(bytes);
  fail<UsageError>("[", file, "] the encoding \"", encoding,
                   "\" is unknown: expected utf-8, utf-16, windows-1252, latin-1 or macintosh.");
}

size_t misread_line(std::string_view text) {
  // "Ã" and "Â" before a sign that continues a character of UTF-8, "â€" before a quote or dash.
  for (size_t i = 0; i + 3 < text.size(); ++i) {
    const std::string_view pair = text.substr(i, 4);
    const bool letter = pair.substr(0, 3) == "\xc3\x83\xc2" || pair.substr(0, 3) == "\xc3\x82\xc2";
    const bool sign = text.substr(i, 5) == "\xc3\xa2\xe2\x82\xac";
    if (letter || sign)
      return 1 + static_cast<size_t>(
                     std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n'));
  }
  return 0;
}

}  // namespace heed
