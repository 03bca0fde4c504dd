// UTF-8 as it is typed and pasted: decoded in place, one code point at a time, so that every byte offset
// stays one into the original bytes. Bytes that are not UTF-8 are read as U+FFFD and never lost or moved.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

struct CodePoint {
  char32_t value = 0;
  int length = 0;  // bytes in the text, 1 to 4
};

// Two bytes and more; use decode_utf8.
CodePoint decode_utf8_sequence(std::string_view text, size_t at);

// The code point that begins at byte `at` < text.size(). An invalid sequence is one U+FFFD for each "maximal
// subpart" (Unicode 15, section 3.9, table 3-7): the same count as TextDecoder, Python and Rust.
inline CodePoint decode_utf8(std::string_view text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte < 0x80 ? CodePoint{byte, 1} : decode_utf8_sequence(text, at);
}

// The code point that ends before byte `at` > 0. Invalid bytes are U+FFFD of length 1.
CodePoint decode_utf8_before(std::string_view text, size_t at);

// Appends `value` as UTF-8; a surrogate or a value above U+10FFFF as U+FFFD.
void append_utf8(std::string& out, char32_t value);

}  // namespace heed
