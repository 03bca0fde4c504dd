#include "engine/text/utf8.h"

#include <algorithm>

namespace heed {
namespace {

bool byte_is_between(unsigned char byte, int low, int high) {
  return byte >= low && byte <= high;
}

// One row of Unicode's table 3-7: how many bytes follow a first byte, and what the second one may be. The
// later ones may be 80 to BF. The narrow ranges keep out overlong forms, surrogates and values above
// U+10FFFF.
struct Lead {
  int following;  // 0: no sequence begins with this byte
  int second_low, second_high;
};

Lead lead_of(unsigned char byte) {
  if (byte_is_between(byte, 0xC2, 0xDF)) return {1, 0x80, 0xBF};
  if (byte_is_between(byte, 0xE0, 0xEF)) return {2, byte == 0xE0 ? 0xA0 : 0x80, byte == 0xED ? 0x9F : 0xBF};
  if (byte_is_between(byte, 0xF0, 0xF4)) return {3, byte == 0xF0 ? 0x90 : 0x80, byte == 0xF4 ? 0x8F : 0xBF};
  return {0, 0, 0};
}

}  // namespace

CodePoint decode_utf8_sequence(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const Lead lead = lead_of(first);
  if (lead.following == 0) return {kReplacementCharacter, 1};
  char32_t value = first & (0x3Fu >> lead.following);
  for (int i = 1; i <= lead.following; ++i) {
    if (at + i >= text.size()) return {kReplacementCharacter, i};
    const auto byte = static_cast<unsigned char>(text[at + i]);
    const bool fits =
        i == 1 ? byte_is_between(byte, lead.second_low, lead.second_high) : byte_is_between(byte, 0x80, 0xBF);
    if (!fits) return {kReplacementCharacter, i};
    value = value << 6 | (byte & 0x3Fu);
  }
  return {value, lead.following + 1};
}

CodePoint decode_utf8_before(std::string_view text, size_t at) {
  for (size_t length = 1; length <= std::min<size_t>(4, at); ++length) {
    const CodePoint c = decode_utf8(text.substr(0, at), at - length);
    const bool is_valid = c.value != kReplacementCharacter || length == 3;
    if (is_valid && c.length == static_cast<int>(length)) return c;
  }
  return {kReplacementCharacter, 1};
}

void append_utf8(std::string& out, char32_t value) {
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) value = kReplacementCharacter;
  const auto byte = [&out](char32_t bits) { out.push_back(static_cast<char>(bits)); };
  if (value < 0x80) return byte(value);
  if (value < 0x800) {
    byte(0xC0 | value >> 6);
  } else {
    if (value < 0x10000) {
      byte(0xE0 | value >> 12);
    } else {
      byte(0xF0 | value >> 18);
      byte(0x80 | (value >> 12 & 0x3F));
    }
    byte(0x80 | (value >> 6 & 0x3F));
  }
  byte(0x80 | (value & 0x3F));
}

}  // namespace heed
